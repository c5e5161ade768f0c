"""Loot tables: what each can give, how likely and how much (section D).

Chances are those of at least one in one use of the table: weights within a pool, rolls, and the
conditions that are chances. A condition that no file can decide becomes a note.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING, Final

from bridge.items.model import TABLE, TAG, Drop, LootKind, LootTable, Note, identified
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bridge.items.reading.jsontext import Json

DROPS: Final = 512
"""Drops of one table that are kept."""
_DEEPEST: Final = 16
_GROUPS: Final = frozenset({"alternatives", "group", "sequence"})
_FOLDERS: Final = {
    "blocks": LootKind.BLOCK,
    "entities": LootKind.ENTITY,
    "chests": LootKind.CHEST,
    "archaeology": LootKind.ARCHAEOLOGY,
    "pots": LootKind.CHEST,
    "spawners": LootKind.CHEST,
    "equipment": LootKind.OTHER,
    "shearing": LootKind.ENTITY,
}
_WORDS: Final = {
    "block": LootKind.BLOCK,
    "entity": LootKind.ENTITY,
    "chest": LootKind.CHEST,
    "vault": LootKind.CHEST,
    "fishing": LootKind.FISHING,
    "gift": LootKind.GIFT,
    "barter": LootKind.BARTER,
    "archaeology": LootKind.ARCHAEOLOGY,
    "shearing": LootKind.ENTITY,
}
_ALWAYS: Final = frozenset({"survives_explosion", "explosion_decay"})
_CHANCES: Final = {
    "random_chance": ("chance",),
    "random_chance_with_looting": ("chance",),
    "random_chance_with_enchanted_bonus": ("unenchanted_chance", "chance"),
    "table_bonus": ("chances",),
}


@dataclass(frozen=True, slots=True)
class _Terms:
    """Under which an entry is reached: its chance, what else it depends on, and the functions of
    the pool or table around it.
    """

    chance: float
    notes: tuple[Note, ...] = ()
    functions: tuple[Mapping[str, Json], ...] = ()


def read_table(name: str, value: Json) -> LootTable:
    """The table of a file; one without drops is empty."""
    table = stacks.items(value)
    drops: list[Drop] = []
    functions = stacks.objects(table.get("functions"))
    for pool in stacks.objects(table.get("pools")):
        drops.extend(_pool(pool, functions))
    return LootTable(
        name=name,
        kind=kind_of(name, stacks.text(table, "type")),
        drops=tuple(_joined(drops[: DROPS * 4]))[:DROPS],
    )


def kind_of(name: str, written: str = "") -> LootKind:
    """What uses a table: by its path, else by its type."""
    path = name.partition(":")[2]
    folder = path.partition("/")[0]
    if folder in _FOLDERS:
        return _FOLDERS[folder]
    for word, kind in _WORDS.items():
        if word in written.rpartition(":")[2] or word in path:
            return kind
    return LootKind.OTHER


def _pool(pool: Mapping[str, Json], around: list[dict[str, Json]]) -> Iterator[Drop]:
    least, most = stacks.bounds(pool.get("rolls", 1)) or (1.0, 1.0)
    rolls = (least + most) / 2
    terms = _terms(pool)
    functions = (*stacks.objects(pool.get("functions")), *around)
    entries = stacks.objects(pool.get("entries"))
    weights = [max(0.0, stacks.number(entry.get("weight", 1)) or 0.0) for entry in entries]
    total = sum(weights)
    if total <= 0 or rolls <= 0:
        return
    for entry, weight in zip(entries, weights, strict=True):
        share = weight / total
        for drop in _entry(entry, _Terms(1.0, terms.notes, functions), 0):
            one = share * drop.chance
            once = one * rolls if rolls <= 1 else 1 - (1 - one) ** min(rolls, 1000)
            yield replace(drop, chance=terms.chance * once)


def _entry(entry: Mapping[str, Json], terms: _Terms, depth: int) -> Iterator[Drop]:
    if depth > _DEEPEST:
        return
    own = _terms(entry)
    terms = _Terms(terms.chance * own.chance, (*terms.notes, *own.notes), terms.functions)
    kind = stacks.text(entry, "type").rpartition(":")[2]
    if kind in _GROUPS:
        yield from _group(entry, terms, depth, exclusive=kind == "alternatives")
        return
    thing = _thing(kind, entry)
    if thing is not None:
        some, least, most = _amount((*stacks.objects(entry.get("functions")), *terms.functions))
        notes = tuple(dict.fromkeys(terms.notes))
        yield Drop(thing=thing, chance=terms.chance * some, least=least, most=most, notes=notes)
    elif kind == "loot_table" and isinstance(entry.get("value"), dict):
        for inner in read_table("", entry["value"]).drops:
            yield replace(
                inner,
                chance=inner.chance * terms.chance,
                notes=tuple(dict.fromkeys((*terms.notes, *inner.notes))),
            )


def _group(
    entry: Mapping[str, Json], terms: _Terms, depth: int, *, exclusive: bool
) -> Iterator[Drop]:
    """The children; of alternatives a later one has what chance the earlier ones leave."""
    left = terms.chance
    for child in stacks.objects(entry.get("children")):
        yield from _entry(child, replace(terms, chance=left), depth + 1)
        own = _terms(child)
        if exclusive and not own.notes:
            left *= 1 - own.chance
        if left <= 0:
            return


def _thing(kind: str, entry: Mapping[str, Json]) -> str | None:
    name = identified(entry.get("name", entry.get("value")))
    match kind:
        case "item" | "":
            item = name or identified(entry.get("item"))
            return None if item == "minecraft:air" else item
        case "tag":
            return name and f"{TAG}{name}"
        case "loot_table":
            return name and f"{TABLE}{name}"
        case "empty" | "dynamic" | "slots":
            return None
        case _:
            # An entry of a mod's own type: an item where it names one under the usual key.
            return identified(entry.get("item")) or (name if "name" in entry else None)


def _amount(functions: Iterable[Mapping[str, Json]]) -> tuple[float, float, float]:
    """How likely it is at least one, and the least and the most of it then.

    What is set under a condition can be, or stay as it was.
    """
    some, least, most = 1.0, 1.0, 1.0
    for function in functions:
        found = None
        if stacks.text(function, "function").rpartition(":")[2] == "set_count":
            found = stacks.bounds(function.get("count"))
        if found is None:
            continue
        added = function.get("add") is True
        low, high = found[0] + (least if added else 0), found[1] + (most if added else 0)
        if function.get("conditions"):
            low, high = min(low, least), max(high, most)
        some, least, most = _some(function.get("count"), low, high)
    return some, least, most


def _some(written: Json, low: float, high: float) -> tuple[float, float, float]:
    """Numbers that can be none, as the chance of at least one; each number is as likely, or as a
    binomial one.
    """
    low, high = floor(low), floor(high)
    if low > 0 or high <= 0:
        return 1.0, max(0.0, low), max(0.0, high)
    tries, likely = (stacks.number(stacks.items(written).get(key)) for key in ("n", "p"))
    if tries is not None and likely is not None and 0 <= likely <= 1:
        return 1 - (1 - likely) ** max(0.0, tries), 1.0, high
    return high / (high - low + 1), 1.0, high


def _terms(holder: Mapping[str, Json]) -> _Terms:
    chance = 1.0
    notes: list[Note] = []
    for condition in stacks.objects(holder.get("conditions")):
        kind = stacks.text(condition, "condition").rpartition(":")[2]
        if kind in _ALWAYS:
            continue
        number = _likely(kind, condition)
        if number is not None:
            chance *= number
        else:
            notes.append(_note(kind, condition))
    return _Terms(chance, tuple(notes))


def _likely(kind: str, condition: Mapping[str, Json]) -> float | None:
    """The chance that a condition is; None for one that is none."""
    if kind == "inverted":
        term = stacks.items(condition.get("term"))
        inner = stacks.text(term, "condition").rpartition(":")[2]
        number = None if inner == "inverted" else _likely(inner, term)
        return None if number is None else 1 - number
    said = next((key for key in _CHANCES.get(kind, ()) if key in condition), None)
    number = None if said is None else stacks.number(condition[said])
    return None if number is None else min(1.0, max(0.0, number))


def _note(kind: str, condition: Mapping[str, Json]) -> Note:
    if kind == "killed_by_player":
        return Note.BY_PLAYER
    if kind == "match_tool":
        return Note.SILK_TOUCH if "silk_touch" in repr(condition)[:2000] else Note.TOOL
    return Note.CONDITIONAL


def _joined(drops: list[Drop]) -> Iterator[Drop]:
    """Each thing once for each set of conditions; chances of several entries come together."""
    found: dict[tuple[str, tuple[Note, ...]], Drop] = {}
    for drop in drops:
        key = (drop.thing, drop.notes)
        other = found.get(key)
        found[key] = (
            drop
            if other is None
            else replace(
                drop,
                chance=1 - (1 - other.chance) * (1 - drop.chance),
                least=min(other.least, drop.least),
                most=max(other.most, drop.most),
            )
        )
    yield from found.values()


def read_modifier(name: str, value: Json) -> LootTable | None:
    """A global loot modifier of Forge or NeoForge that adds things; None where none can be told."""
    modifier = stacks.items(value)
    terms = _terms(modifier)
    conditions = stacks.objects(modifier.get("conditions"))
    places = [_places(condition) for condition in conditions]
    where = [found for each in places for found in each]
    notes = _others(terms, sum(1 for each in places if each))
    drops: list[Drop] = []
    for key in ("item", "addition", "result", "stack", "replacement"):
        if thing := next(stacks.things(modifier.get(key)), None):
            inside = stacks.count(modifier[key])
            count = inside if inside != 1 else stacks.count({"count": modifier.get("count")})
            drops.append(
                Drop(thing=thing, chance=terms.chance, least=count, most=count, notes=notes)
            )
    table = identified(modifier.get("table", modifier.get("loot_table")))
    if table is not None:
        drops.append(Drop(thing=f"{TABLE}{table}", chance=terms.chance, notes=notes))
    if not drops:
        return None
    return LootTable(
        name=name, kind=LootKind.MODIFIER, drops=tuple(drops), where=tuple(where[:DROPS])
    )


def _places(condition: Mapping[str, Json]) -> list[str]:
    """The tables that a condition is about: one, or any of several."""
    terms = stacks.objects(condition.get("terms")) or [condition]
    found = [identified(term.get("loot_table_id")) for term in terms]
    return [each for each in found if each] if all(found) else []


def _others(terms: _Terms, told: int) -> tuple[Note, ...]:
    """Which table it adds to is told by `where`, so those conditions are no notes."""
    notes = list(terms.notes)
    for _ in range(told):
        if Note.CONDITIONAL in notes:
            notes.remove(Note.CONDITIONAL)
    return tuple(dict.fromkeys(notes))
