"""The progress of a server's players, out of the world that it plays.

1.16 and later: `ftbquests/<team>.snbt`, `ftbteams/party/*.snbt`. 1.12: `data/ftb_lib/`. The mods
write these files in place with the world's save, so one may be half there, and what it says is up
to five minutes old (A6). Each is looked at when somebody asks, and read again only if it changed.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from bridge.core.errors import ReadError
from bridge.files.steady import Broken, Good, Stale, SteadyFile
from bridge.minecraft import world
from bridge.quests.filereading import parse_tree
from bridge.quests.progress import TeamProgress, read_early_progress, read_progress
from bridge.quests.teams import (
    EarlyPlayer,
    Party,
    early_team,
    effective_team,
    read_early_player,
    read_early_team,
    read_party,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from uuid import UUID

    from bridge.core.clock import Clock

T = TypeVar("T")
Stamp = tuple[int, int, int]
"""What tells whether a file changed: its number, its size, when it was written (nanoseconds)."""

_NOTHING = TeamProgress()


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A team's progress, and how far it can be trusted."""

    progress: TeamProgress
    team: str = ""
    age: float | None = None
    """Seconds since the file was written; None where there is none: nothing was done yet."""
    problem: str = ""
    """Why the file cannot be read as it is now; `progress` is what it last was."""


def live_world(directory: Path) -> Path:
    """The folder of the world that the server plays: `level-name`, else `world` (F1)."""
    try:
        properties = world.server_properties(directory)
    except ReadError:
        properties = world.ServerProperties()
    return world.world_folder(directory, properties)


def every_save(folder: Path) -> Iterator[tuple[str, TeamProgress | ReadError]]:
    """Each team's save in a world, by the name of its file, or why it cannot be read.

    Reads without waiting for a file to stand still: for a command, not for answers.
    """
    early = folder / "data" / "ftb_lib" / "teams"
    places = (
        (folder / "ftbquests", ("*-*.snbt", "*-*.json5"), _modern),
        (early / "ftbquests", ("*.dat",), _early),
        (early, ("*.ftbquests.dat",), _early),
    )
    for place, patterns, parse in places:
        for path in sorted(path for pattern in patterns for path in place.glob(pattern)):
            try:
                yield path.name, parse(path.read_bytes())
            except ReadError as error:
                yield path.name, error
            except OSError as error:
                yield path.name, ReadError(error.strerror or str(error))


class Saves:
    """The saves of one server; `place` is its world's folder, asked for each time."""

    def __init__(self, place: Callable[[], Path], *, clock: Clock) -> None:
        self._place = place
        self._clock = clock
        self._files: dict[Path, _Kept[TeamProgress]] = {}
        self._parties: _Folder[Party | None] = _Folder(read_party_file, clock)
        self._early_players: _Folder[EarlyPlayer] = _Folder(read_player_file, clock)
        self._early_teams: _Folder[Party] = _Folder(read_team_file, clock)

    async def of(self, player: UUID) -> Saved:
        """The progress of the team that this player is in now."""
        world = await asyncio.to_thread(_world, self._place)
        if world.is_early:
            return await self._early(world.folder / "data" / "ftb_lib", player)
        team = effective_team(player, filter(None, await self._parties.read(world.parties)))
        # 26.1 may write either name (A1).
        names = (f"{team}.snbt", f"{team}.json5")
        return await self._read(
            [world.folder / "ftbquests" / name for name in names], team, _modern
        )

    async def _early(self, folder: Path, player: UUID) -> Saved:
        players = await self._early_players.read(
            await asyncio.to_thread(_listed, folder / "players")
        )
        teams = await self._early_teams.read(await asyncio.to_thread(_listed, folder / "teams"))
        team = early_team(player, players, teams)
        if team is None:
            return Saved(progress=TeamProgress(counted_only=True))
        place = folder / "teams"
        paths = (place / "ftbquests" / f"{team}.dat", place / f"{team}.ftbquests.dat")
        return await self._read(paths, team, _early)

    async def _read(
        self, paths: Sequence[Path], team: str, parse: Callable[[bytes], TeamProgress]
    ) -> Saved:
        """What the first of these files that is there holds."""
        path, stamp = _first(paths)  # looking at two files costs less than asking a thread to
        kept = self._files.get(path)
        if kept is None:
            kept = self._files[path] = _Kept(path, parse, self._clock)
        await kept.refresh(stamp)
        if kept.value is None:
            return Saved(progress=_NOTHING, team=team, problem=kept.problem)
        age = max(0.0, self._clock.now().timestamp() - kept.written)
        return Saved(progress=kept.value, team=team, age=age, problem=kept.problem)


class _Kept(Generic[T]):
    """One file's last good reading."""

    def __init__(self, path: Path, parse: Callable[[bytes], T], clock: Clock) -> None:
        self._path = path
        self._file = SteadyFile(path, parse, clock=clock)
        self._stamp: Stamp | None = None
        self._reading = asyncio.Lock()
        self.value: T | None = None
        self.written = 0.0
        """When the content of `value` was written, in seconds since 1970."""
        self.problem = ""

    async def refresh(self, stamp: Stamp | None) -> None:
        """Read the file if it changed since it was read well; a file that is gone holds nothing.

        `stamp` is that of the file as it is now.
        """
        async with self._reading:
            if stamp is not None and stamp == self._stamp:
                return
            self._stamp = None
            match await self._file.read():
                case Good(value):
                    self.value, self.problem = value, ""
                    # Of before the reading: written since, it looks changed at the next look.
                    self._stamp = stamp
                    self.written = stamp[2] / 1e9 if stamp else 0.0
                case Stale(missing=True) | Broken(missing=True):
                    self.value, self.problem = None, ""
                case Stale(problem=problem) | Broken(problem=problem):
                    self.problem = problem


class _Folder(Generic[T]):
    """All files of a folder, each read again only if it changed."""

    def __init__(self, parse: Callable[[bytes, str], T], clock: Clock) -> None:
        self._parse = parse
        self._clock = clock
        self._files: dict[Path, _Kept[T]] = {}
        self._seen: Mapping[Path, Stamp] = {}

    async def read(self, seen: Mapping[Path, Stamp]) -> list[T]:
        """What each readable file of those seen now holds, in the order of their names."""
        if seen != self._seen:
            self._files = {path: self._files.get(path) or self._kept(path) for path in sorted(seen)}
            for path, kept in self._files.items():
                await kept.refresh(seen[path])
            # One that could not be read is looked at again the next time.
            whole = not any(kept.problem for kept in self._files.values())
            self._seen = seen if whole else {}
        return [kept.value for kept in self._files.values() if kept.value is not None]

    def _kept(self, path: Path) -> _Kept[T]:
        return _Kept(path, partial(_parsed, self._parse, path.stem), self._clock)


def _parsed(parse: Callable[[bytes, str], T], stem: str, data: bytes) -> T:
    return parse(data, stem)


@dataclass(frozen=True, slots=True)
class _World:
    """A world's folder as it is now."""

    folder: Path
    is_early: bool
    """Whether it is one of 1.12."""
    parties: Mapping[Path, Stamp]


def _world(place: Callable[[], Path]) -> _World:
    folder = place()
    is_early = (folder / "data" / "ftb_lib").is_dir() and not (folder / "ftbquests").is_dir()
    return _World(folder, is_early, _listed(folder / "ftbteams" / "party"))


def _first(paths: Sequence[Path]) -> tuple[Path, Stamp | None]:
    for path in paths:
        if (stamp := _stamp(path)) is not None:
            return path, stamp
    return paths[-1], None


def _listed(folder: Path) -> dict[Path, Stamp]:
    """The data files of a folder, with what tells whether they changed."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.is_file()]
    except OSError:
        return {}
    paths = [folder / name for name in names if name.endswith((".snbt", ".json5", ".dat"))]
    return {path: stamp for path in paths if (stamp := _stamp(path)) is not None}


def _stamp(path: Path) -> Stamp | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns)


def _modern(data: bytes) -> TeamProgress:
    return read_progress(parse_tree(data, ""))


def _early(data: bytes) -> TeamProgress:
    return read_early_progress(parse_tree(data, ""))


def read_party_file(data: bytes, _stem: str) -> Party | None:
    """A file of `ftbteams/party`. Raises ReadError."""
    return read_party(parse_tree(data, ""))


def read_player_file(data: bytes, stem: str) -> EarlyPlayer:
    """A file of `ftb_lib/players`. Raises ReadError."""
    return read_early_player(parse_tree(data, ""), stem)


def read_team_file(data: bytes, stem: str) -> Party:
    """A file of `ftb_lib/teams`. Raises ReadError."""
    return read_early_team(parse_tree(data, ""), stem)
