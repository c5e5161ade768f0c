"""A player's condition as values, out of the game's own data. Pure.

The same fields stand in `playerdata/<uuid>.dat` and in what `data get entity` prints; their
spelling changed with the versions (ftb-and-items.md D).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIELDS: Final = ("Pos", "Dimension", "Health", "XpLevel", "Inventory", "equipment")
"""What is asked of the game, one field a call; `equipment` is there since 1.21.5."""

_DIMENSIONS: Final = {
    0: "minecraft:overworld",
    -1: "minecraft:the_nether",
    1: "minecraft:the_end",
}
"""Up to 1.15 they are numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Where and how a player is; None for what no source told."""

    position: tuple[float, float, float] | None = None
    dimension: str | None = None
    health: float | None = None
    """Half hearts."""
    level: int | None = None
    """Experience levels."""
    inventory: Mapping[str, int] | None = None
    """Items by id with their number: what is carried and worn, without what is inside of items."""
    live: bool = False
    """Asked of the running game; otherwise out of the world's files."""
    age: float = 0.0
    """Seconds since it was so."""


def read_condition(data: Mapping[str, object]) -> Condition:
    """The fields of a player's data; one that is missing or of another type is not known."""
    health, level = data.get("Health"), data.get("XpLevel")
    return Condition(
        position=_position(data.get("Pos")),
        dimension=_dimension(data.get("Dimension")),
        health=float(health) if isinstance(health, (int, float)) else None,
        level=level if isinstance(level, int) else None,
        inventory=_inventory(data),
    )


def _position(value: object) -> tuple[float, float, float] | None:
    match value:
        case [int() | float() as x, int() | float() as y, int() | float() as z]:
            return float(x), float(y), float(z)
        case _:
            return None


def _dimension(value: object) -> str | None:
    if isinstance(value, int):
        return _DIMENSIONS.get(value, str(value))
    return value if isinstance(value, str) and value else None


def _inventory(data: Mapping[str, object]) -> Mapping[str, int] | None:
    carried = data.get("Inventory")
    if not isinstance(carried, list):
        return None
    counts: Counter[str] = Counter()
    worn = data.get("equipment")
    extra = list(cast("dict[str, object]", worn).values()) if isinstance(worn, dict) else []
    for item, count in _stacks([*cast("list[object]", carried), *extra]):
        counts[item] += count
    return dict(counts)


def _stacks(values: list[object]) -> Iterator[tuple[str, int]]:
    for value in values:
        match value:
            case {"id": str(item), "count": int(count)} | {"id": str(item), "Count": int(count)}:
                yield item, count
            case {"id": str(item)}:  # since 1.20.5 a count of one may be left out
                yield item, 1
            case _:
                pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a player has done, by the world's statistics and advancements."""

    played: int | None = None
    """Seconds in the game."""
    deaths: int | None = None
    kills: int | None = None
    """Creatures."""
    walked: int | None = None
    """Metres on foot."""
    advancements: tuple[str, ...] = ()
    """The ids of those that are done, recipes aside, the newest first."""
    age: float | None = None
    """Seconds since the files were written; None where there are none."""


_PLAYED: Final = ("minecraft:play_time", "minecraft:play_one_minute")
"""Ticks in spite of the older name."""
_WALKED: Final = ("minecraft:walk_one_cm", "minecraft:sprint_one_cm", "minecraft:crouch_one_cm")


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of one statistics file, 1.13 and later or before."""

    custom: Mapping[str, int] = field(default_factory=dict[str, int])

    def first(self, *names: str) -> int | None:
        return next((self.custom[name] for name in names if name in self.custom), None)


def read_statistics(value: object) -> Statistics:
    """A file of `stats`: `{stats: {minecraft:custom: {...}}}`; before 1.13 flat, `stat.deaths`."""
    top = _object(value)
    found = _object(_object(top["stats"]).get("minecraft:custom")) if "stats" in top else top
    return Statistics({_modern(key): each for key, each in found.items() if isinstance(each, int)})


def _object(value: object) -> Mapping[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


_OLD: Final = {
    "stat.playOneMinute": "minecraft:play_one_minute",
    "stat.deaths": "minecraft:deaths",
    "stat.mobKills": "minecraft:mob_kills",
    "stat.walkOneCm": "minecraft:walk_one_cm",
    "stat.sprintOneCm": "minecraft:sprint_one_cm",
    "stat.crouchOneCm": "minecraft:crouch_one_cm",
}


def _modern(key: str) -> str:
    return _OLD.get(key, key)


def read_advancements(value: object) -> tuple[str, ...]:
    """The ids that a file of `advancements` says are done, the newest first, without recipes."""
    done: list[tuple[str, str]] = []
    for identifier, entry in _object(value).items():
        found = _object(entry)
        if found.get("done") is True and not _is_recipe(identifier):
            times = (each for each in _object(found.get("criteria")).values())
            newest = max((each for each in times if isinstance(each, str)), default="")
            done.append((newest, identifier))
    return tuple(identifier for _, identifier in sorted(done, reverse=True))


def _is_recipe(identifier: str) -> bool:
    return identifier.partition(":")[2].startswith("recipes/")


def record_of(statistics: Statistics, advancements: tuple[str, ...], age: float | None) -> Record:
    """Both files in one."""
    ticks = statistics.first(*_PLAYED)
    steps = [statistics.custom[name] for name in _WALKED if name in statistics.custom]
    return Record(
        played=None if ticks is None else ticks // 20,
        deaths=statistics.first("minecraft:deaths"),
        kills=statistics.first("minecraft:mob_kills"),
        walked=sum(steps) // 100 if steps else None,
        advancements=advancements,
        age=age,
    )
