"""A player's state out of the world's files: up to five minutes old while the player is online."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from bridge.files.steady import Good, SteadyFile
from bridge.minecraft import nbt
from bridge.minecraft.world.playerfiles import ADVANCEMENTS, DATA, STATISTICS, player_file
from bridge.tools.players.condition import (
    Statistics,
    read_advancements,
    read_condition,
    read_statistics,
    record_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from uuid import UUID

    from bridge.core.clock import Clock
    from bridge.tools.players.condition import Condition, Record

T = TypeVar("T")

MOST: Final = 600
"""Files whose last good reading is kept."""


class SavedPlayers:
    """The players' files of one world; `place` is its folder, asked for each time."""

    def __init__(self, place: Callable[[], Path], *, clock: Clock) -> None:
        self._place = place
        self._conditions: _Files[Condition] = _Files(_condition, clock)
        self._statistics: _Files[Statistics] = _Files(_statistics, clock)
        self._advancements: _Files[tuple[str, ...]] = _Files(_advancements, clock)

    async def condition(self, player: UUID) -> Condition | None:
        """As the world last saved it, with its age; None for somebody it has no data of."""
        path = await self._path(DATA, player, ".dat")
        found = await self._conditions.read(path)
        return None if found is None else replace(found[0], age=found[1])

    async def record(self, player: UUID) -> Record:
        """Statistics and advancements."""
        statistics = await self._statistics.read(await self._path(STATISTICS, player, ".json"))
        done = await self._advancements.read(await self._path(ADVANCEMENTS, player, ".json"))
        ages = [each[1] for each in (statistics, done) if each is not None]
        return record_of(
            statistics[0] if statistics else Statistics(),
            done[0] if done else (),
            max(ages, default=None),
        )

    async def _path(self, places: tuple[str, ...], player: UUID, suffix: str) -> Path:
        return await asyncio.to_thread(lambda: player_file(self._place(), places, player, suffix))


class _Files(Generic[T]):
    """Files of one kind: each is read again only if it changed, and half of one never counts."""

    def __init__(self, parse: Callable[[bytes], T], clock: Clock) -> None:
        self._parse = parse
        self._clock = clock
        self._files: OrderedDict[Path, SteadyFile[T]] = OrderedDict()
        self._good: dict[Path, tuple[float, T]] = {}

    async def read(self, path: Path) -> tuple[T, float] | None:
        """The last good content and its age in seconds; None where there is none."""
        written = await asyncio.to_thread(_written, path)
        if written is None:
            self._good.pop(path, None)
            return None
        known = self._good.get(path)
        if known is None or known[0] != written:
            file = self._files.setdefault(path, SteadyFile(path, self._parse, clock=self._clock))
            self._files.move_to_end(path)
            match await file.read():
                case Good(value):
                    known = self._good[path] = (written, value)
                case _:
                    pass
            while len(self._files) > MOST:
                self._good.pop(self._files.popitem(last=False)[0], None)
        if known is None:
            return None
        return known[1], max(0.0, self._clock.now().timestamp() - known[0])


def _written(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _condition(data: bytes) -> Condition:
    return read_condition(cast("dict[str, object]", nbt.read(data)))


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _statistics(data: bytes) -> Statistics:
    return read_statistics(_json(data))


def _advancements(data: bytes) -> tuple[str, ...]:
    return read_advancements(_json(data))
