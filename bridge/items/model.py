"""What the index holds, as values.

A *thing* is one string: `minecraft:stone` an item (1.12 with its metadata: `minecraft:wool:14`),
`#minecraft:logs` a tag of items, `~minecraft:water` a fluid (or gas, or another such substance),
`~#c:water` a tag of fluids, `&minecraft:chests/igloo_chest` a loot table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

TAG: Final = "#"
FLUID: Final = "~"
TABLE: Final = "&"
EITHER: Final = "|"
"""Between mods of which one is enough."""

_ID: Final = re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+(?::\d{1,5})?")
_PATH: Final = re.compile(r"[a-z0-9_./-]+")
LONGEST: Final = 256
"""Characters of an id; the game's own registries have none longer than half of it."""


@lru_cache(maxsize=8192)
def _identified(text: str) -> str | None:
    text = text.strip().lower()
    if _ID.fullmatch(text):
        return text
    return f"minecraft:{text}" if _PATH.fullmatch(text) else None


def identified(text: object) -> str | None:
    """An id as `namespace:path`, `minecraft` where it has none; None for what is no id."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    return _identified(text)


def whole(text: str) -> str:
    """Text without halves of characters, which JSON and file names can have and a store cannot."""
    return text.encode("utf-8", "replace").decode()


class Confidence(IntEnum):
    """How sure the reading of a recipe is; more is better."""

    GUESS = 0
    """Of an unknown type, and only one side of it was found."""
    LIKELY = 1
    """Of an unknown type; both sides were found by what their fields are called."""
    EXACT = 2
    """Of a type whose form is known."""


@dataclass(frozen=True, slots=True)
class Output:
    """What comes out: how many on average, and how likely."""

    thing: str
    count: float = 1
    chance: float = 1


@dataclass(frozen=True, slots=True)
class Ingredient:
    """What goes in: any one of `choices`, so many of it.

    `kept`: it is still there afterwards (a mould, a press, a hammer), so one does for many runs.
    """

    choices: tuple[str, ...]
    count: float = 1
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A mod that must be there, or must not; of several with `|` between them any one."""

    mod: str
    loaded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """One way to turn things into others: crafting, a machine, a trade. `type` is an id."""

    name: str
    type: str
    outputs: tuple[Output, ...]
    inputs: tuple[Ingredient, ...]
    confidence: Confidence = Confidence.EXACT
    conditions: tuple[Condition, ...] = ()

    @property
    def needs(self) -> frozenset[str]:
        """Every choice of every ingredient."""
        return frozenset(choice for part in self.inputs for choice in part.choices)


class Note(StrEnum):
    """What a drop depends on."""

    BY_PLAYER = "by_player"
    SILK_TOUCH = "silk_touch"
    TOOL = "tool"
    CONDITIONAL = "conditional"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """What a loot table can give: a thing, or another table's whole content.

    `chance` is that of at least one in one use of the table, from 0 to 1, at no luck and looting.
    """

    thing: str
    chance: float
    least: float = 1
    most: float = 1
    notes: tuple[Note, ...] = ()


class LootKind(StrEnum):
    """What gives the loot."""

    BLOCK = "block"
    ENTITY = "entity"
    CHEST = "chest"
    FISHING = "fishing"
    GIFT = "gift"
    BARTER = "barter"
    ARCHAEOLOGY = "archaeology"
    MODIFIER = "modifier"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class LootTable:
    """One table. `where` are the tables that a modifier adds to, if it says so."""

    name: str
    kind: LootKind
    drops: tuple[Drop, ...]
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One file of a tag: what it adds to those below it, or instead of them. `name` is a thing."""

    name: str
    values: tuple[str, ...]
    removed: tuple[str, ...] = ()
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called in a language; `key` is the client's translation key."""

    thing: str
    locale: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Filter:
    """Files of the packs below that a pack takes away: patterns found anywhere in a namespace and
    in a path (`recipe/torch.json`); an empty one fits all.
    """

    namespace: str
    path: str


@dataclass(slots=True)
class Facts:
    """Everything that one source says. `mods` are names by id, `registry` the items it lists."""

    recipes: list[Recipe] = field(default_factory=list[Recipe])
    tables: list[LootTable] = field(default_factory=list[LootTable])
    tags: list[Tag] = field(default_factory=list[Tag])
    names: list[Name] = field(default_factory=list[Name])
    mods: dict[str, str] = field(default_factory=dict[str, str])
    registry: list[str] = field(default_factory=list[str])
    filters: list[Filter] = field(default_factory=list["Filter"])
    problems: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """File and reason; at most `PROBLEMS` of them, the rest are counted."""
    unread: int = 0

    def complain(self, file: str, reason: str) -> None:
        """Keep what is wrong with a file."""
        self.unread += 1
        if len(self.problems) < PROBLEMS:
            self.problems.append((whole(file)[:LONGEST], whole(reason)[:LONGEST]))

    def summary(self) -> Mapping[str, int]:
        """How many of each."""
        return {
            "recipes": len(self.recipes),
            "loot": len(self.tables),
            "tags": len(self.tags),
            "names": len(self.names),
            "problems": self.unread,
        }


PROBLEMS: Final = 50
"""Files of one source whose problem is kept in words."""
