"""Names of items, blocks and creatures from language files, JSON or 1.12's `key=value` lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.items.model import Name, whole
from bridge.items.reading import jsontext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MODERN: Final = re.compile(r"(item|block|entity)\.([a-z0-9_-]+)\.([a-z0-9_/-]+)")
_EARLY: Final = re.compile(r"(item|tile)\.([A-Za-z0-9_.:/-]{1,100})\.name")
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_CODES: Final = re.compile("§.")
_LONGEST: Final = 120
ENTITY: Final = "!"
"""What the name of a creature stands under: `!minecraft:zombie`."""


def read_names(content: bytes, locale: str, namespace: str) -> Iterator[Name]:
    """The names in a language file. Raises ReadError."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        value = jsontext.parse(content)
        if not isinstance(value, dict):
            problem = "is not an object"
            raise ReadError(problem)
        pairs: Iterable[tuple[str, object]] = value.items()
    else:
        pairs = _lines(content.decode("utf-8-sig", "replace"))
    for key, text in pairs:
        if isinstance(text, str) and (thing := _thing(key, namespace)):
            shown = " ".join(_CODES.sub("", whole(text)).split())[:_LONGEST]
            if shown:
                yield Name(thing, locale, shown, key)


def _lines(content: str) -> Iterator[tuple[str, str]]:
    for line in content.splitlines():
        key, equals, text = line.partition("=")
        if equals and not key.startswith("#"):
            yield key.strip(), text


def _thing(key: str, namespace: str) -> str | None:
    if match := _MODERN.fullmatch(key):
        mark = ENTITY if match[1] == "entity" else ""
        return f"{mark}{match[2]}:{match[3]}"
    if match := _EARLY.fullmatch(key):
        return _early(match[2], namespace)
    return None


def _early(name: str, namespace: str) -> str:
    """1.12 names things by words of their own, mostly the id, often behind the mod's.

    Where it is another word the name stands at an id that nothing else mentions.
    """
    for mark in (".", ":"):
        name = name.removeprefix(f"{namespace}{mark}")
    path = _CAPITAL.sub("_", name.replace(":", ".")).lower()
    return f"{namespace}:{path}"
