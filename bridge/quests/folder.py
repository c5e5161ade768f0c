"""Where a server keeps its quest book, and in which of the five ways it is written (A1).

Detected by what lies there, never by the game's version.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.quests.model import Era

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PLACE: Final = "config/ftbquests"

_MODERN: Final = "quests"
_FRAME: Final = ("data.snbt", "chapter_groups.snbt")
_TABLES: Final = "reward_tables"
_SUFFIXES: Final = frozenset({".nbt", ".snbt"})
_PACK_MODE: Final = re.compile(r"^\s*S:\"?\w*pack_?mode\w*\"?\s*=\s*(\S+)", re.I | re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The files of one chapter: one file, or all those of a 1.12 folder."""

    file: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFolder:
    """The files of a book. Names are paths under `root`, with `/`."""

    root: Path
    era: Era
    frame: tuple[str, ...] = ()
    """Everything that is neither a chapter nor a language."""
    chapters: tuple[Unit, ...] = ()
    languages: tuple[str, ...] = ()
    """Era 4: a file for each locale, directly in lang/; the game ignores folders there. Era 5: the
    files of a folder for each locale, or a file as in era 4."""

    @property
    def place(self) -> str:
        """`root` as a path under the server's directory."""
        return f"{PLACE}/{self.root.name}"


def find_book(server_directory: Path) -> BookFolder | None:
    """The book of a server, or None where the mod is not present. Raises OSError."""
    place = server_directory / PLACE
    if not place.is_dir():
        return None
    root = _root(place, server_directory)
    if _is_json5(root):
        return _json5(root)
    if root.name != _MODERN or any(map(_is_early_chapter, _folders(root / "chapters"))):
        return _early(root)
    languages = _names(root, "lang")
    return BookFolder(
        root=root,
        era=Era.LANG if languages else Era.INLINE,
        frame=(*(name for name in _FRAME if (root / name).is_file()), *_names(root, _TABLES)),
        chapters=tuple(Unit(file=name, files=(name,)) for name in _names(root, "chapters")),
        languages=languages,
    )


def _root(place: Path, server_directory: Path) -> Path:
    modern = place / _MODERN
    modes = {
        folder.name: folder
        for folder in _folders(place)
        if folder != modern and ((folder / "chapters").is_dir() or _stems(folder))
    }
    if not modes or (modern / "chapters").is_dir() or _files(modern):
        return modern
    return modes.get(_pack_mode(server_directory)) or modes.get("normal") or modes[min(modes)]


def _pack_mode(server_directory: Path) -> str:
    """The mode that a pack-mode mod has set: 1.12 has a book for each."""
    try:
        settings = (server_directory / "config/packmode.cfg").read_text("utf-8", "replace")
    except OSError:
        return ""
    found = _PACK_MODE.search(settings)
    return found[1] if found else ""


def _is_json5(root: Path) -> bool:
    if (root / "data.json5").is_file():
        return True
    suffixes = {path.suffix for path in _files(root / "chapters")}
    return ".json5" in suffixes and ".snbt" not in suffixes


def _json5(root: Path) -> BookFolder:
    """As era 4, with other suffixes and a folder for each locale; no real one was seen (A1)."""
    frame = (name.replace(".snbt", ".json5") for name in _FRAME)
    suffix = ".json5"
    return BookFolder(
        root=root,
        era=Era.JSON5,
        frame=(
            *(name for name in frame if (root / name).is_file()),
            *_names(root, _TABLES, suffix),
        ),
        chapters=tuple(Unit(file=name, files=(name,)) for name in _names(root, "chapters", suffix)),
        languages=tuple(
            path.relative_to(root).as_posix()
            for path in sorted((root / "lang").glob("**/*.json5"))
            if path.is_file()
        ),
    )


def _is_early_chapter(folder: Path) -> bool:
    return "chapter" in _stems(folder)


def _early(root: Path) -> BookFolder:
    units = tuple(
        Unit(file=f"chapters/{folder.name}", files=tuple(_stems(folder, root).values()))
        for folder in _folders(root / "chapters")
    )
    top = {"file": _stems(root, root), "index": _stems(root / "chapters", root)}
    frame = (
        *(found[stem] for stem, found in top.items() if stem in found),
        *_stems(root / _TABLES, root).values(),
    )
    text = any(name.endswith(".snbt") for name in (*frame, *(n for u in units for n in u.files)))
    return BookFolder(root=root, era=Era.EARLY if text else Era.BINARY, frame=frame, chapters=units)


def _stems(folder: Path, root: Path | None = None) -> dict[str, str]:
    """The quest files of a folder by their stem. Of two, the text form is the newer one."""
    return {
        path.stem: path.relative_to(root or folder).as_posix()
        for path in _files(folder)
        if path.suffix in _SUFFIXES
    }


def _names(root: Path, folder: str, suffix: str = ".snbt") -> tuple[str, ...]:
    names = (path.name for path in _files(root / folder))
    return tuple(f"{folder}/{name}" for name in names if os.path.splitext(name)[1] == suffix)


def _files(folder: Path) -> list[Path]:
    return _entries(folder, os.DirEntry[str].is_file)


def _folders(folder: Path) -> list[Path]:
    return _entries(folder, os.DirEntry[str].is_dir)


def _entries(folder: Path, wanted: Callable[[os.DirEntry[str]], bool]) -> list[Path]:
    try:
        # The directory itself says what each entry is, without a look at each.
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if wanted(entry))
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in names]
