"""Language files of a pack on the server's disk: what stands behind its `{lang.key}`s (A4).

For mod jars see `jarwords`. `.json` is one object; `.lang` (1.12) is `key=value` lines.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ReadError
from bridge.minecraft.text import whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# Later ones win: KubeJS stands above every other pack.
_PLACES: Final = (
    "resources/*/lang/{locale}.lang",
    "resources/*/lang/{locale}.json",
    "config/openloader/resources/*/assets/*/lang/{locale}.json",
    "kubejs/assets/*/lang/{locale}.json",
)


def language_files(server_directory: Path, locale: str) -> list[Path]:
    """The pack's files of one locale, the ones that win last. Raises OSError."""
    return [
        path
        for place in _PLACES
        for path in sorted(server_directory.glob(place.format(locale=locale)))
    ]


def read_language(data: bytes, file: str) -> Mapping[str, str]:
    """The keys of one file. Raises ReadError."""
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadError("not UTF-8", file=file, line=line, column=1) from error
    return _lines(content) if file.endswith(".lang") else _object(content, file)


def _lines(content: str) -> Mapping[str, str]:
    pairs = (line.partition("=") for line in content.splitlines() if not line.startswith("#"))
    return {key.strip(): value for key, equals, value in pairs if equals}


def _object(content: str, file: str) -> Mapping[str, str]:
    try:
        value: object = json.loads(content)
    except json.JSONDecodeError as error:
        raise ReadError(error.msg, file=file, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise ReadError("nested too deep", file=file) from error
    except ValueError as error:  # a number of thousands of digits, which Python does not convert
        raise ReadError("a number is too long", file=file) from error
    if not isinstance(value, dict):
        raise ReadError("not an object", file=file, line=1, column=1)
    entries = cast("dict[str, object]", value)
    return {key: whole(text) for key, text in entries.items() if isinstance(text, str)}
