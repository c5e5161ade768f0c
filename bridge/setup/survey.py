"""What stands in a server's folder: read once, for the plan to be made of. Reads only."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError, UsageError
from bridge.minecraft import world
from bridge.minecraft.level import LEVEL, saved_version
from bridge.minecraft.world.server import FILE
from bridge.setup import datapack, flavours, kubejs, mcdreforged
from bridge.setup.jars import jar_words
from bridge.setup.last_start import last_start
from bridge.setup.occupancy import occupied

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bridge.minecraft.version import GameVersion
    from bridge.setup.datapack import Pack
    from bridge.setup.flavours import Software
    from bridge.setup.kubejs import KubeJs
    from bridge.setup.last_start import LastStart

LOG: Final = "logs/latest.log"
BOOK: Final = "config/ftbquests"
PAPER: Final = "paper-global.yml"
_MOST_NAMES: Final = 2_000
_MOST_JARS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """One server's folder. `properties` is None where the server was never started."""

    directory: Path
    software: Software
    version: GameVersion | None
    properties: world.ServerProperties | None = field(repr=False)
    world: Path
    has_world: bool
    pack: Pack
    busy: str
    """Why a server counts as running there, "" where none runs."""
    has_book: bool
    kubejs: KubeJs | None
    mcdreforged: mcdreforged.Place | None


def survey(directory: Path) -> Survey:
    """Look at it. Raises UsageError for what is no server's folder, ReadError, OSError."""
    _require_folder(directory)
    properties = _properties(directory)
    played = world.world_folder(directory, properties or world.ServerProperties())
    started = last_start(directory / LOG)
    software = _software(directory, started)
    if properties is None or started.is_proxy:
        _refuse_other(directory, software)
    return Survey(
        directory=directory,
        software=software,
        version=started.version or saved_version(played) or software.version,
        properties=properties,
        world=played,
        has_world=(played / LEVEL).is_file(),
        pack=datapack.look(played),
        busy=occupied(directory, played),
        has_book=(directory / BOOK).is_dir(),
        kubejs=kubejs.find(directory, _names(directory, "mods")),
        mcdreforged=mcdreforged.find(directory),
    )


def _software(directory: Path, started: LastStart) -> Software:
    """What ran last counts before what lies there."""
    software = software_in(directory)
    if started.flavour and not (started.is_guess and software.flavour):
        return replace(software, flavour=started.flavour, sign=started.why)
    return software


def software_in(directory: Path) -> Software:
    """What the names and jars in the folder tell."""
    names = list(_every_name(directory))
    jars = [name for name in names if "/" not in name and name.lower().endswith(".jar")]
    words = (jar_words(directory / name) for name in sorted(jars)[:_MOST_JARS])
    return flavours.judge(names, [each for each in words if each is not None])


def _require_folder(directory: Path) -> None:
    if not directory.is_dir():
        problem = f"{directory} is no folder; name the one that holds {FILE}"
        raise UsageError(problem)
    os.listdir(directory)  # what cannot be looked into is an OSError, not an empty folder


def _properties(directory: Path) -> world.ServerProperties | None:
    try:
        return world.server_properties(directory)
    except ReadError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise


def _refuse_other(directory: Path, software: Software) -> None:
    """Without server.properties it is a proxy, a server that never ran, or something else."""
    if software.is_proxy:
        problem = (
            f"{directory} holds a proxy ({software.flavour}, by {software.sign}), which has no "
            "chat and no commands: name the folder of a game server behind it"
        )
        raise UsageError(problem)
    below = directory / "server"
    if (below / FILE).is_file():
        problem = f"{directory} has no {FILE}; did you mean {below}?"
        raise UsageError(problem)
    if not software.flavour and software.version is None:
        problem = f"{directory} has no {FILE} and no server in it that this program knows"
        raise UsageError(problem)


def _every_name(directory: Path) -> Iterator[str]:
    """The names that tell something, from the server's folder."""
    yield from _names(directory, "")
    yield from (f"config/{name}" for name in _names(directory, "config") if name == PAPER)
    for folder in flavours.LOOKED_INTO:
        yield from (f"{folder}/{name}" for name in _names(directory, folder))
    for version in _names(directory, "versions"):
        folder = f"versions/{version}"
        yield from (f"{folder}/{name}" for name in _names(directory, folder))


def _names(directory: Path, folder: str) -> list[str]:
    with suppress(OSError):
        return sorted(os.listdir(directory / folder))[:_MOST_NAMES]
    return []
