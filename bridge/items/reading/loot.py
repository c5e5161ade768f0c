"""Loot tables: what each can give, how likely and how much (section D).

Chances are those of at least one in one use of the table: weights within a pool, rolls, and the
conditions that are chances. A condition that no file can decide becomes a note.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.items.model import TABLE, TAG, Drop, LootKind, LootTable, Note, identified
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
    """Under which an entry is reached: its chance, and what else it depends on."""

    chance: float
    notes: tuple[Note, ...] = ()


def read_table(name: str, value: Json) -> LootTable:
    """The table of a file; one without drops is empty."""
    table = stacks.items(value)
    drops: list[Drop] = []
    for pool in stacks.objects(table.get("pools")):
        drops.extend(_pool(pool))
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


def _pool(pool: Mapping[str, Json]) -> Iterator[Drop]:
    least, most = stacks.bounds(pool.get("rolls", 1)) or (1.0, 1.0)
    rolls = (least + most) / 2
    terms = _terms(pool)
    entries = stacks.objects(pool.get("entries"))
    weights = [max(0.0, stacks.number(entry.get("weight", 1)) or 0.0) for entry in entries]
    total = sum(weights)
    if total <= 0 or rolls <= 0:
        return
    for entry, weight in zip(entries, weights, strict=True):
        share = weight / total
        once = share * rolls if rolls < 1 else 1 - (1 - share) ** min(rolls, 1000)
        yield from _entry(entry, _Terms(terms.chance * once, terms.notes), 0)


def _entry(entry: Mapping[str, Json], terms: _Terms, depth: int) -> Iterator[Drop]:
    if depth > _DEEPEST:
        return
    own = _terms(entry)
    terms = _Terms(terms.chance * own.chance, (*terms.notes, *own.notes))
    kind = stacks.text(entry, "type").rpartition(":")[2]
    if kind in _GROUPS:
        yield from _group(entry, terms, depth, exclusive=kind == "alternatives")
        return
    thing = _thing(kind, entry)
    if thing is not None:
        least, most = _amount(entry)
        notes = tuple(dict.fromkeys(terms.notes))
        yield Drop(thing=thing, chance=terms.chance, least=least, most=most, notes=notes)
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
        yield from _entry(child, _Terms(left, terms.notes), depth + 1)
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


def _amount(entry: Mapping[str, Json]) -> tuple[float, float]:
    least, most = 1.0, 1.0
    for function in stacks.objects(entry.get("functions")):
        if stacks.text(function, "function").rpartition(":")[2] == "set_count":
            found = stacks.bounds(function.get("count"))
            if found is not None:
                added = function.get("add") is True
                least = found[0] + (least if added else 0)
                most = found[1] + (most if added else 0)
    return max(0.0, least), max(0.0, most)


def _terms(holder: Mapping[str, Json]) -> _Terms:
    chance = 1.0
    notes: list[Note] = []
    for condition in stacks.objects(holder.get("conditions")):
        kind = stacks.text(condition, "condition").rpartition(":")[2]
        if kind in _ALWAYS:
            continue
        said = next((key for key in _CHANCES.get(kind, ()) if key in condition), None)
        number = None if said is None else stacks.number(condition[said])
        if number is not None:
            chance *= min(1.0, max(0.0, number))
        else:
            notes.append(_note(kind, condition))
    return _Terms(chance, tuple(notes))


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
    where = [
        found
        for condition in stacks.objects(modifier.get("conditions"))
        if (found := identified(condition.get("loot_table_id")))
    ]
    drops = [
        Drop(thing=thing, chance=terms.chance, notes=_others(terms, where))
        for key in ("item", "addition", "result", "stack", "replacement")
        if (thing := next(stacks.things(modifier.get(key)), None))
    ]
    table = identified(modifier.get("table", modifier.get("loot_table")))
    if table is not None:
        drops.append(
            Drop(thing=f"{TABLE}{table}", chance=terms.chance, notes=_others(terms, where))
        )
    if not drops:
        return None
    return LootTable(
        name=name, kind=LootKind.MODIFIER, drops=tuple(drops), where=tuple(where[:DROPS])
    )


def _others(terms: _Terms, where: list[str]) -> tuple[Note, ...]:
    """Which table it adds to is told by `where`, so that condition is no note."""
    notes = list(terms.notes)
    for _ in where:
        if Note.CONDITIONAL in notes:
            notes.remove(Note.CONDITIONAL)
    return tuple(dict.fromkeys(notes))
