"""Where a server keeps what items are read from, the lowest first (section D).

Vanilla, mods by name, packs of Open Loader and Paxi, the world's datapacks in the order of
level.dat, `kubejs/data`; last what `/kubejs export` wrote, and the client's own assets, which only
have names. A later source wins over an earlier one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import NbtError
from bridge.items.model import whole
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Origin(StrEnum):
    """What a source is."""

    VANILLA = "vanilla"
    MOD = "mod"
    PACK = "pack"
    KUBEJS = "kubejs"
    EXPORT = "export"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Source:
    """One jar, zip, folder or exported file. `place`: its path from the server, for people."""

    origin: Origin
    place: str
    path: Path


_VANILLA: Final = (
    "versions/*/server-*.jar",
    "cache/mojang_*.jar",
    "libraries/net/minecraft/server/*/server-*-extra.jar",
    "libraries/net/minecraft/server/*/server-*-slim.jar",
    "libraries/net/minecraft/server/*/server-*-srg.jar",
    "libraries/net/minecraft/server/*/server-*.jar",
    ".fabric/server/*-server.jar",
    "minecraft_server*.jar",
    "server.jar",
    "*.jar",
)
_PACKS: Final = ("config/openloader/data", "config/paxi/datapacks", "openloader/data")
_RESOURCES: Final = ("config/openloader/resources", "config/paxi/resourcepacks", "resources")
_NUMBERS: Final = re.compile(r"\d+")


def sources(
    directory: Path, world: Path, *, client: tuple[Path, ...] = (), version: str | None = None
) -> list[Source]:
    """Every source of a server, the lowest first. `version`: the game's, if it is known."""
    found = [_source(Origin.CLIENT, directory, path) for path in client]
    found += [_source(Origin.VANILLA, directory, path) for path in _vanilla(directory, version)]
    found += [_source(Origin.MOD, directory, path) for path in _jars(directory / "mods")]
    for folder in (*_PACKS, *_RESOURCES):
        found += [_source(Origin.PACK, directory, pack) for pack in _packs(directory / folder)]
    found += [_source(Origin.PACK, directory, pack) for pack in _datapacks(world)]
    if (directory / "kubejs").is_dir():
        found.append(_source(Origin.KUBEJS, directory, directory / "kubejs"))
    found += [_source(Origin.EXPORT, directory, path) for path in _exports(directory)]
    first = {source.place: source for source in reversed(found)}
    return [source for source in found if first[source.place] is source]


def _source(origin: Origin, directory: Path, path: Path) -> Source:
    inside = path.is_relative_to(directory)
    place = path.relative_to(directory).as_posix() if inside else str(path)
    return Source(origin, whole(place), path)


def _vanilla(directory: Path, version: str | None) -> list[Path]:
    """The game's own jar: the first place that has one, of several the newest or the named one.

    What a launcher unpacked comes before the launcher itself. Every candidate of the place is a
    guess by its name, so a jar without the game's data in it does no harm.
    """
    for pattern in _VANILLA:
        candidates = [path for path in sorted(directory.glob(pattern)) if path.is_file()]
        if pattern == "*.jar":
            return candidates[:8]
        if candidates:
            named = [path for path in candidates if version and version in path.name]
            return [max(named or candidates, key=_age)]
    return []


def _age(path: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in _NUMBERS.findall(path.name)[:6])


def _jars(folder: Path) -> list[Path]:
    """Mods by name; folders of a version inside `mods` (1.12) as well."""
    found = [*folder.glob("*.jar"), *folder.glob("1.*/*.jar")]
    return sorted((path for path in found if path.is_file()), key=lambda path: path.name.lower())


def _packs(folder: Path) -> list[Path]:
    """The packs in a folder of packs: zips and folders, by name."""
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if path.is_dir() or path.suffix == ".zip"]


def _datapacks(world: Path) -> list[Path]:
    """The world's packs but the disabled ones, in level.dat's order; the others after by name."""
    enabled, disabled = _chosen(world)
    order = {name: number for number, name in enumerate(enabled)}
    packs = [p for p in _packs(world / "datapacks") if f"file/{p.name}" not in disabled]
    return sorted(packs, key=lambda pack: (order.get(f"file/{pack.name}", len(order)), pack.name))


def _chosen(world: Path) -> tuple[list[str], frozenset[str]]:
    try:
        level: object = nbt.read((world / "level.dat").read_bytes())
    except (OSError, NbtError):
        return [], frozenset()
    match level:
        case {"Data": {"DataPacks": {"Enabled": list(enabled), "Disabled": list(disabled)}}}:
            return [*_strings(enabled)], frozenset(_strings(disabled))
        case _:
            return [], frozenset()


def _strings(values: object) -> Iterator[str]:
    return (value for value in cast("list[object]", values) if isinstance(value, str))


def _exports(directory: Path) -> list[Path]:
    folder = directory / "local" / "kubejs" / "export"
    if folder.is_dir():
        return [folder]
    file = directory / "kubejs" / "exported" / "kubejs-server-export.json"
    return [file] if file.is_file() else []
