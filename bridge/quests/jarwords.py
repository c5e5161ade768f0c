"""Words behind language keys out of the mods' jars (A4), looked up as they are asked for.

Of a jar nothing but its list of files and the language files of a mod that a key names is read. A
modded server's language files hold some 150,000 texts, a book asks for a few thousand: only what
was asked for is kept once a book is loaded.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.quests.langfiles import read_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FOLDER: Final = "mods"
MOST_JARS: Final = 2_000
MOST_FILES: Final = 100_000
"""Entries of one jar."""
LARGEST: Final = 8 << 20
"""Bytes of one language file, unpacked; what is larger is none."""

_ENTRY: Final = re.compile(r"assets/([a-z0-9_.-]+)/lang/(\w+)\.(?:json|lang)")


def mod_jars(server_directory: Path) -> list[Path]:
    """The server's mod jars. Raises OSError."""
    folder = server_directory / FOLDER
    return sorted(folder.glob("*.jar"))[:MOST_JARS] if folder.is_dir() else []


class ModJars:
    """Which language files there are in which jar, by locale and namespace."""

    def __init__(self, jars: Iterable[Path]) -> None:
        self._jars = tuple(jars)
        self._places: dict[tuple[str, str], list[tuple[Path, str]]] | None = None

    def speak(self, locale: str) -> bool:
        """Whether any jar has words in this locale."""
        self.places(locale, "")
        return any(spoken == locale for spoken, _ in self._places or ())

    def places(self, locale: str, namespace: str) -> list[tuple[Path, str]]:
        """Jars and names of files; the first call lists all jars."""
        if self._places is None:
            self._places = {}
            for jar in self._jars:
                for name in _names(jar):
                    if (found := _ENTRY.fullmatch(name)) is not None:
                        place = (found[2].casefold(), found[1])
                        self._places.setdefault(place, []).append((jar, name))
        return self._places.get((locale, namespace), [])


def _names(jar: Path) -> list[str]:
    try:
        with zipfile.ZipFile(jar) as archive:
            return archive.namelist()[:MOST_FILES]
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return []  # the game does not load it either


class JarWords:
    """The words of one locale; a part of the `keys` of a lexicon."""

    def __init__(self, jars: ModJars, locale: str) -> None:
        self._jars = jars
        self._locale = locale
        self._known: dict[str, str | None] = {}
        self._tables: dict[str, Mapping[str, str]] = {}

    def get(self, key: str) -> str | None:
        """The text behind a key. Only mods that one of its parts names are looked into."""
        if key not in self._known:
            self._known[key] = self._found(key)
        return self._known[key]

    def __bool__(self) -> bool:
        return self._jars.speak(self._locale)

    def rest(self) -> None:
        """Keep what was asked for and drop all else."""
        self._tables.clear()

    def _found(self, key: str) -> str | None:
        for part in dict.fromkeys(key.split(".")[:3]):
            if (value := self._table(part).get(key)) is not None:
                return value
        return None

    def _table(self, namespace: str) -> Mapping[str, str]:
        table = self._tables.get(namespace)
        if table is None:
            merged: dict[str, str] = {}
            for jar, name in self._jars.places(self._locale, namespace):
                merged |= _words(jar, name)
            table = self._tables[namespace] = merged
        return table


def _words(jar: Path, name: str) -> Mapping[str, str]:
    try:
        with zipfile.ZipFile(jar) as archive, archive.open(name) as file:
            data = file.read(LARGEST + 1)
        return read_language(data, name) if len(data) <= LARGEST else {}
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError):
        return {}
    except (ReadError, zlib.error):
        return {}
