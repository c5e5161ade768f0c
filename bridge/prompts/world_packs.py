"""The packs of one world: which there are, what they hold, whether they stand still. Blocking."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError
from bridge.prompts.building import build
from bridge.prompts.folder_pack import folder_entries, read_folder
from bridge.prompts.naming import DEEPEST
from bridge.prompts.pack import Allowance
from bridge.prompts.selection import Selection, parse_selection
from bridge.prompts.zip_pack import read_zip

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.prompts.pack import Pack
    from bridge.prompts.snapshot import PromptSnapshot

LEVEL: Final = "level.dat"
FOLDER: Final = "datapacks"
WATCHED: Final = (
    f"{FOLDER}/*",
    f"{FOLDER}/*/data/*/system/systems/*",
    *(f"{FOLDER}/*/data/*/system/prompts/{'*/' * depth}*" for depth in range(DEEPEST + 1)),
)
"""What may change the prompts besides level.dat, as `files.tree.Beside` takes it."""

_LARGEST_LEVEL: Final = 64 << 20

Stamps = dict[str, tuple[int, int, int]]
"""What tells one state of the files from another, by path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One reading, and the state of the files before and after it."""

    before: Stamps
    result: PromptSnapshot | ConfigurationError
    after: Stamps
    packs: int
    """How many were read beside the shipped one."""


def look_at(world: Path, shipped: Pack) -> Look:
    """Read everything once."""
    before = stamps(world)
    packs = [shipped]
    result: PromptSnapshot | ConfigurationError
    try:
        packs += _read(world)
        result = build(packs)
    except ConfigurationError as error:
        result = error
    except OSError as error:
        file = os.path.relpath(error.filename, world) if error.filename else FOLDER
        result = ConfigurationError(
            file=file, key="", problem=f"cannot be read: {error.strerror or error}"
        )
    return Look(before=before, result=result, after=stamps(world), packs=len(packs) - 1)


def stamps(world: Path) -> Stamps:
    """The state of all that is read. What cannot be looked at is left out."""
    found: Stamps = {}
    for path in (world / LEVEL, world / FOLDER):
        _note(found, str(path))
    try:
        for name in _names(world):
            path = world / FOLDER / name
            if path.is_dir():
                for _, entry in folder_entries(path):
                    _note(found, entry.path)
            else:
                _note(found, str(path))
    except OSError:
        return found
    return found


def _note(found: Stamps, path: str) -> None:
    try:
        status = os.stat(path)
    except OSError:
        return
    found[path] = (status.st_ino, status.st_size, status.st_mtime_ns)


def _read(world: Path) -> list[Pack]:
    allowance = Allowance()
    packs: list[Pack] = []
    for name in _selection(world).ordered(_names(world)):
        path = world / FOLDER / name
        read = read_folder if path.is_dir() else read_zip
        packs.append(read(path, label=f"{FOLDER}/{name}", allowance=allowance))
    return packs


def _names(world: Path) -> list[str]:
    """The packs that there are. A name with a dot in front is one that is not yet in its place."""
    try:
        with os.scandir(world / FOLDER) as entries:
            return [
                entry.name
                for entry in entries
                if not entry.name.startswith(".")
                and (entry.is_dir() or (entry.name.endswith(".zip") and entry.is_file()))
            ]
    except FileNotFoundError:
        return []


def _selection(world: Path) -> Selection:
    try:
        with (world / LEVEL).open("rb") as file:
            content = file.read(_LARGEST_LEVEL)
    except FileNotFoundError:
        return Selection()
    return parse_selection(content, file=LEVEL)
