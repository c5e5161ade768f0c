"""Rewards and reward tables, and the title of one without its own (A3, A4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bridge.quests import fields, ids
from bridge.quests.making import quickly
from bridge.quests.model import Reward, RewardTable, TableEntry
from bridge.quests.stacks import item_id, read_item
from bridge.quests.tasks import PREFIX, counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon
    from bridge.quests.model import Item
    from bridge.quests.spelling import Reading

_reward = quickly(Reward)

# A command can be a page long; its start says enough for a title.
_LONGEST: Final = 80

_TABLES: Final = frozenset({"random", "loot", "choice", "all_table"})
# Where a kind keeps what it is about, and how much of it.
_TARGETS: Final[Mapping[str, str]] = {
    "command": "command",
    "advancement": "advancement",
    "gamestage": "stage",
    "toast": "description",
}
_AMOUNTS: Final[Mapping[str, str]] = {"xp": "xp", "xp_levels": "xp_levels", "currency": "amount"}
_KNOWN: Final = frozenset(
    {
        *("id", "uid", "type", "title", "icon", "tags", "team_reward", "auto", "item", "count"),
        *("random_bonus", "xp", "xp_levels", "command", "advancement", "stage", "description"),
        *("amount", "table_id", "table", "table_data", "weight", "exclude_from_claim_all"),
        *("locale", "translate"),
    }
)
_RARE: Final = frozenset(
    {
        *("random_bonus", "table_data", "team_reward", "auto", "exclude_from_claim_all"),
        *("icon", "tags"),
    }
)
"""Most rewards have none of these."""


def read_reward(tree: Tree, reading: Reading, place: str, number: int) -> Reward:
    """One reward; `place` is the id of its quest or table and `number` its place there."""
    lexicon = reading.lexicon
    kind = fields.string(tree, "type").removeprefix(PREFIX) or "item"
    reward_id = reading.object_id(tree, place, number, "reward")
    item = read_item(tree.get("item"), lexicon) if kind == "item" else None
    amount = _amount(tree, kind, item)
    table = _table_id(tree, reading) if kind in _TABLES else ""
    target = fields.string(tree, _TARGETS[kind]) if kind in _TARGETS else ""
    title = lexicon.line(f"reward.{reward_id}.title", tree, "title")
    if not title and "translate" in tree:
        title = _kept_title(tree, lexicon)
    about = reading.tables.get(table, "") if kind in _TABLES else target
    reward = _reward(
        id=reward_id,
        type=kind,
        title=title or _title(kind, lexicon, about, amount, item),
        item=item,
        amount=amount,
        table=table,
        target=target,
        extra=fields.others(tree, _KNOWN),
    )
    if _RARE.isdisjoint(tree):
        return reward
    inline = fields.compound(tree, "table_data")
    return replace(
        reward,
        random_bonus=fields.integer(tree, "random_bonus"),
        entries=read_entries(inline, reading, reward_id) if inline else (),
        team=fields.tristate(tree, "team_reward"),
        auto=fields.string(tree, "auto"),
        excluded_from_claim_all=fields.flag(tree, "exclude_from_claim_all"),
        icon=item_id(tree.get("icon")),
        tags=tuple(fields.strings(tree, "tags")),
    )


def _amount(tree: Tree, kind: str, item: Item | None) -> int:
    if kind == "item":
        return max(1, fields.integer(tree, "count", item.count if item else 1))
    return fields.integer(tree, _AMOUNTS[kind], 1) if kind in _AMOUNTS else 1


def _table_id(tree: Tree, reading: Reading) -> str:
    """`table_id` is the id as a decimal number; the old `table` counts in the list of tables."""
    if found := reading.spelling.ids(tree.get("table_id")):
        return found
    index = tree.get("table")
    listed = list(reading.tables)
    if isinstance(index, int) and 0 <= index < len(listed):
        return listed[index]
    return reading.spelling.ids(index)


def _kept_title(tree: Tree, lexicon: Lexicon) -> str:
    """Era 4 leaves the title of a table's reward inside it, under `translate` (A3)."""
    kept = tree.get("translate")
    if isinstance(kept, str):
        return lexicon.plain(kept)
    for key, value in fields.compound(tree, "translate").items():
        if key.rpartition(".")[2] == "title" and isinstance(value, str):
            return lexicon.plain(value)
    return ""


def _title(kind: str, lexicon: Lexicon, about: str, amount: int, item: Item | None) -> str:
    match kind:
        case "item":
            return counted(item.name if item else lexicon.phrase("item"), amount, lexicon)
        case "xp" | "xp_levels" | "currency":
            return lexicon.phrase(kind, n=amount)
        case "random" | "loot" | "choice" | "all_table":
            return lexicon.phrase(kind, about=about or lexicon.phrase("reward_table"))
        case "advancement":
            return lexicon.phrase(kind, about=lexicon.name("", about))
        case "command" | "gamestage" | "toast":
            words = lexicon.plain(about)
            shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
            return lexicon.phrase(kind, about=shown or "?")
        case "custom":
            return lexicon.phrase(kind)
        case _:
            return lexicon.phrase("unknown", about=kind)


def read_entries(tree: Tree, reading: Reading, place: str) -> tuple[TableEntry, ...]:
    """The possible rewards of a table."""
    return tuple(
        TableEntry(
            reward=read_reward(entry, reading, place, number),
            weight=fields.real(entry, "weight", 1.0),
        )
        for number, entry in enumerate(fields.compounds(tree, "rewards"))
    )


def read_table(tree: Tree, reading: Reading, table_id: str) -> RewardTable:
    """One reward table. Without a title it is called after its only reward, as in the game."""
    lexicon = reading.lexicon
    entries = read_entries(tree, reading, table_id)
    crate = fields.compound(tree, "loot_crate")
    title = lexicon.line(f"reward_table.{table_id}.title", tree, "title")
    fallback = entries[0].reward.title if len(entries) == 1 else lexicon.phrase("reward_table")
    return RewardTable(
        id=table_id,
        title=title or fallback,
        entries=entries,
        loot_size=fields.integer(tree, "loot_size", 1),
        empty_weight=fields.real(tree, "empty_weight"),
        hide_tooltip=fields.flag(tree, "hide_tooltip"),
        use_title=fields.flag(tree, "use_title"),
        crate=fields.string(crate, "string_id"),
        icon=item_id(tree.get("icon")),
    )


def table_id(tree: Tree, reading: Reading, file: str) -> str:
    """A table's id: its own, else (1.12) the name of its file."""
    stem = file.rpartition("/")[2].partition(".")[0]
    spelling = reading.spelling
    return (
        spelling.ids(tree.get("id"))
        or (spelling.ids(stem) if spelling.digits == 8 else "")
        or ids.substitute(file, digits=spelling.digits)
    )
