"""What a server's jar says of itself: its manifest, version.json, Fabric's install.properties."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bridge.setup.flavours import JarWords

if TYPE_CHECKING:
    from pathlib import Path

_MANIFEST: Final = "META-INF/MANIFEST.MF"
_GAME: Final = "version.json"
_FABRIC: Final = "install.properties"
_LONGEST: Final = 1 << 16
_MAIN: Final = re.compile(r"^Main-Class:[ \t]*(\S+)", re.M)
_GAME_VERSION: Final = re.compile(r"^game-version=(\S+)", re.M)

_BROKEN: Final = (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)
"""What zipfile raises for what is no archive, or only half of one, or one with a password."""


def jar_words(path: Path) -> JarWords | None:
    """None for what is no readable archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            main = _MAIN.search(_text(archive, _MANIFEST))
            return JarWords(main_class=main[1] if main else "", version=_version(archive))
    except (*_BROKEN, ValueError, EOFError):
        return None


def _version(archive: zipfile.ZipFile) -> str:
    with suppress(ValueError, RecursionError):
        match json.loads(_text(archive, _GAME) or "null"):
            case {"id": str(version)} | {"name": str(version)}:
                return version
            case _:
                pass
    fabric = _GAME_VERSION.search(_text(archive, _FABRIC))
    return fabric[1] if fabric else ""


def _text(archive: zipfile.ZipFile, name: str) -> str:
    """The beginning of a file in it, "" where there is none: its size is the archive's claim."""
    with suppress(KeyError), archive.open(name) as file:
        return file.read(_LONGEST).decode("utf-8", "replace")
    return ""
