"""A pack that is a folder. Blocking.

Only our places in it are looked into, however large it is. Links inside a pack are refused, as the
game itself refuses them (since 1.20, unless allowed); the pack's own folder may be one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from bridge.prompts.naming import Kind
from bridge.prompts.pack import LARGEST, Pack, named, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bridge.prompts.naming import Name
    from bridge.prompts.pack import Allowance

_PLACES: Final = frozenset(kind.value for kind in Kind)


def read_folder(root: Path, *, label: str, allowance: Allowance) -> Pack:
    """Its prompts and systems. Raises ConfigurationError, and OSError for what cannot be read."""
    files: dict[Name, bytes] = {}
    for path, entry in folder_entries(root):
        if (name := named(label, path)) is None:
            continue
        if not entry.is_file(follow_symlinks=False):
            problem = "is a link; put the file itself there" if entry.is_symlink() else "is no file"
            raise refusal(label, path, problem)
        allowance.take(entry.stat(follow_symlinks=False).st_size, label, path)
        with open(entry.path, "rb") as file:
            files[name] = file.read(LARGEST + 1)
        if len(files[name]) > LARGEST:
            raise refusal(label, path, f"is longer than {LARGEST} bytes")
    if files:
        _check_places(root, label)
    return Pack(label=label, files=files)


def folder_entries(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Everything below our places that is no folder, by its path in the pack. Raises OSError."""
    waiting = [(_inside(root, place), place) for place in _places(root)]
    while waiting:
        folder, path = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                inner = f"{path}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, inner))
                else:
                    yield inner, entry


def _places(root: Path) -> Iterator[str]:
    """The folders of prompts and systems, those of a wrong case included: they are told."""
    for namespace in _folders(_inside(root, "data")):
        for system in _folders(_inside(root, f"data/{namespace}")):
            if system.lower() == "system":
                above = f"data/{namespace}/{system}"
                for place in _folders(_inside(root, above)):
                    if place.lower() in _PLACES:
                        yield f"{above}/{place}"


def _folders(path: str) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return [entry.name for entry in entries if entry.is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _check_places(root: Path, label: str) -> None:
    real = os.path.realpath(root)
    for place in _places(root):
        if os.path.realpath(_inside(root, place)) != os.path.join(real, *place.split("/")):
            raise refusal(label, place, "is reached through a link; put the folder itself there")


def _inside(root: Path, path: str) -> str:
    return os.path.join(root, *path.split("/"))
