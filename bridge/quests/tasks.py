"""Tasks: their kinds, what they count, and the title of one without its own (A3, A4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.quests import fields
from bridge.quests.making import quickly
from bridge.quests.model import Task
from bridge.quests.stacks import item_id, read_item

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon
    from bridge.quests.model import Item
    from bridge.quests.spelling import Reading

_task = quickly(Task)

PREFIX: Final = "ftbquests:"
"""Types may carry it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of task: the phrase of its title, the fields of its target and of its amount.

    `named` is the kind of thing that the target is. Where `amount` is "" the task is done at once.
    """

    phrase: str
    targets: tuple[str, ...] = ()
    named: str = ""
    amount: str = ""
    default: int = 1


_ENERGY: Final = Kind(phrase="energy", amount="value")

_KINDS: Final[Mapping[str, Kind]] = {
    "checkmark": Kind(phrase="checkmark"),
    "kill": Kind(
        phrase="kill", targets=("entityTypeTag", "entity"), named="entity", amount="value"
    ),
    "advancement": Kind(phrase="advancement", targets=("advancement",)),
    "dimension": Kind(phrase="dimension", targets=("dimension", "dim")),
    "biome": Kind(phrase="biome", targets=("biome",), named="biome"),
    "structure": Kind(phrase="structure", targets=("structure",)),
    "location": Kind(phrase="location", targets=("dimension", "dim")),
    "observation": Kind(phrase="observation", targets=("to_observe", "observe"), named="block"),
    "stat": Kind(phrase="stat", targets=("stat",), amount="value"),
    "xp": Kind(phrase="xp", amount="value"),
    "fluid": Kind(phrase="fluid", targets=("fluid",), named="fluid", amount="amount", default=1000),
    "forge_energy": _ENERGY,
    "ic2_energy": _ENERGY,
    "techreborn_energy": _ENERGY,
    "team_reborn_energy": _ENERGY,
    "gamestage": Kind(phrase="gamestage", targets=("stage",)),
    "custom": Kind(phrase="custom"),
}
# 1.12 numbers the dimensions.
_DIMENSIONS: Final = {"0": "Overworld", "-1": "The Nether", "1": "The End"}
_OBSERVED_ENTITY: Final = frozenset({5, 6})
_MATCHES: Final[tuple[tuple[str, str], ...]] = (
    ("weak_nbt_match", "weak"),
    ("match_nbt", "strict"),
)
_RARE: Final = frozenset(
    {
        *("optional_task", "consume_items", "icon", "tags"),
        *("match_components", "match_nbt", "weak_nbt_match"),
    }
)
"""Most tasks have none of these."""
_KNOWN: Final = frozenset(
    {
        *("id", "uid", "type", "title", "icon", "tags", "optional_task", "disable_toast", "item"),
        *("items", "count", "consume_items", "match_components", "match_nbt", "weak_nbt_match"),
        *("fluid", "amount", "value", "entity", "entityTypeTag", "advancement", "dimension", "dim"),
        *("biome", "structure", "to_observe", "observe", "stat", "stage"),
    }
)


def read_task(tree: Tree, reading: Reading, place: str, number: int) -> Task:
    """One task; `place` is its quest's id and `number` its place among the tasks."""
    lexicon = reading.lexicon
    task_id = reading.object_id(tree, place, number, "task")
    kind = _type(tree)
    items = _items(tree, lexicon) if kind == "item" else ()
    target = _target(tree, kind) if kind != "item" else ""
    amount = _amount(tree, kind, items)
    title = lexicon.line(f"task.{task_id}.title", tree, "title")
    task = _task(
        id=task_id,
        type=kind,
        title=title or _title(tree, kind, lexicon, target, (amount, items)),
        amount=amount,
        items=items,
        target=target,
        extra=fields.others(tree, _KNOWN),
    )
    return task if _RARE.isdisjoint(tree) else _with_rare(task, tree)


def _with_rare(task: Task, tree: Tree) -> Task:
    return replace(
        task,
        optional=fields.flag(tree, "optional_task"),
        consume=fields.tristate(tree, "consume_items"),
        match=_match(tree) if task.type == "item" else "",
        icon=item_id(tree.get("icon")),
        tags=tuple(fields.strings(tree, "tags")),
    )


def _type(tree: Tree) -> str:
    written = fields.string(tree, "type").removeprefix(PREFIX)
    return written or ("item" if "item" in tree or "items" in tree else "custom")


def _items(tree: Tree, lexicon: Lexicon) -> tuple[Item, ...]:
    written = [tree["item"]] if "item" in tree else fields.values(tree, "items")
    found = [read_item(value, lexicon) for value in written]
    return tuple(item for item in found if item is not None)


def _target(tree: Tree, kind: str) -> str:
    for key in _KINDS[kind].targets if kind in _KINDS else ():
        value = tree.get(key)
        if isinstance(value, dict):
            inner = fields.compound(tree, key)
            value = fields.string(inner, "id") or fields.string(inner, "FluidName")
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str) and value:
            return f"#{value.removeprefix('#')}" if key == "entityTypeTag" else value
    return ""


def _amount(tree: Tree, kind: str, items: tuple[Item, ...]) -> int:
    if kind == "item":  # the task's own count beats the item's (F11)
        default = items[0].count if items else 1
        return max(1, fields.integer(tree, "count", default))
    known = _KINDS.get(kind)
    if known is None or not known.amount:
        return 1
    holder = tree if known.amount in tree else fields.compound(tree, kind)
    return max(1, fields.integer(holder, known.amount, known.default))


def _match(tree: Tree) -> str:
    if exact := fields.string(tree, "match_components"):
        return exact
    for key, word in _MATCHES:
        if (value := fields.tristate(tree, key)) is not None:
            return word if value else "none"
    return ""


def _title(
    tree: Tree, kind: str, lexicon: Lexicon, target: str, what: tuple[int, tuple[Item, ...]]
) -> str:
    amount, items = what
    if kind == "item":
        return counted(_item_names(items, lexicon), amount, lexicon)
    known = _KINDS.get(kind)
    if known is None:
        return lexicon.phrase("unknown", about=kind)
    if known.phrase == "xp" and not fields.flag(tree, "points"):
        return lexicon.phrase("xp_levels", n=amount)
    about = _about(tree, known, target, lexicon) if known.targets else ""
    return lexicon.phrase(known.phrase, about=about, n=amount)


def _about(tree: Tree, kind: Kind, target: str, lexicon: Lexicon) -> str:
    if kind.phrase == "kill" and (own := lexicon.plain(fields.string(tree, "custom_name"))):
        return own
    if kind.phrase == "dimension" and target in _DIMENSIONS:
        return _DIMENSIONS[target]
    named = kind.named
    if kind.phrase == "observation" and fields.integer(tree, "observe_type") in _OBSERVED_ENTITY:
        named = "entity"
    return lexicon.name(named, target) if target else "?"


def _item_names(items: tuple[Item, ...], lexicon: Lexicon) -> str:
    names = list(dict.fromkeys(item.name for item in items))
    if not names:
        return lexicon.phrase("item")
    if len(names) == 1:
        return names[0]
    listed = ", ".join(names[:3]) + (f", … (+{len(names) - 3})" if len(names) > 3 else "")
    return lexicon.phrase("any", about=listed)


def counted(name: str, amount: int, lexicon: Lexicon) -> str:
    """`Name`, or `N x Name` for more than one."""
    return name if amount == 1 else lexicon.phrase("many", about=name, n=amount)
