"""Writes trees of quest data in the ways that real files, editors and other tools write them.

A whole number is an int, `Long` where the file says so; every writer draws its own style.
"""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from random import Random

Tree = dict[str, object]
nbtlib: Any = import_module("nbtlib")


class Long(int):
    """A number of 64 bits."""


@dataclass(frozen=True, kw_only=True)
class Style:
    """How one SNBT file looks."""

    separator: str
    equals: str
    quoted_keys: bool
    end: str
    mark: str
    comments: bool
    numeric_booleans: bool

    @classmethod
    def drawn(cls, chance: Random) -> Style:
        return cls(
            separator=chance.choice(["\n", ",\n", " \n\t", ", "]),
            equals=chance.choice([": ", ":", " = "]),
            quoted_keys=chance.random() < 0.3,
            end=chance.choice(["\n", "\r\n"]),
            mark=chance.choice(["", "\ufeff"]),
            comments=chance.random() < 0.5,
            numeric_booleans=chance.random() < 0.5,
        )


def snbt(tree: Tree, chance: Random) -> bytes:
    """The tree as FTB's SNBT."""
    style = Style.drawn(chance)
    body = _snbt(tree, style)
    if style.comments:
        body = f"# written by hand\n  // {{ not: this }}\n{body}\n# the end"
    return (style.mark + body.replace("\n", style.end)).encode()


def _snbt(value: object, style: Style) -> str:
    match value:
        case dict():
            pairs = [_pair(key, each, style) for key, each in cast("Tree", value).items()]
            return "{" + style.separator.join(pairs) + "}"
        case list():
            parts = [_snbt(each, style) for each in cast("list[object]", value)]
            return "[" + style.separator.join(parts) + "]"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case bool():
            return f"{int(value)}b" if style.numeric_booleans else str(value).lower()
        case Long():
            return f"{value}L"
        case float():
            return f"{value}d"
        case _:
            return str(value)


def _pair(key: str, value: object, style: Style) -> str:
    # A dot is allowed in a word, a colon is not.
    name = f'"{key}"' if style.quoted_keys or ":" in key else key
    return f"{name}{style.equals}{_snbt(value, style)}"


def json5(tree: Tree, chance: Random) -> bytes:
    """The tree as JSON5."""
    if chance.random() < 0.3:
        return json.dumps(tree, ensure_ascii=chance.random() < 0.5).encode()
    bare = chance.random() < 0.5
    body = _json5(tree, bare=bare)
    return f"// {{ a comment\n/* and\n another */\n{body}\n".encode()


def _json5(value: object, *, bare: bool) -> str:
    match value:
        case dict():
            pairs = cast("Tree", value).items()
            written = (
                f"{key if bare and key.isidentifier() else json.dumps(key)}: "
                f"{_json5(each, bare=bare)},\n"
                for key, each in pairs
            )
            return "{" + "".join(written) + "}"
        case list():
            parts = (f"{_json5(each, bare=bare)}, " for each in cast("list[object]", value))
            return "[" + "".join(parts) + "]"
        case str() if bare and "\n" not in value:
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        case _:
            return json.dumps(value)


def nbt(tree: Tree, _chance: Random) -> bytes:
    """The tree as gzip NBT, written by nbtlib."""
    raw = io.BytesIO()
    nbtlib.File(cast("Tree", _nbt(tree))).write(raw)
    return gzip.compress(raw.getvalue())


def _nbt(value: object) -> object:
    match value:
        case dict():
            pairs = cast("Tree", value).items()
            return nbtlib.Compound({key: _nbt(each) for key, each in pairs})
        case list():
            parts = [_nbt(each) for each in cast("list[object]", value)]
            ints = bool(parts) and all(isinstance(each, nbtlib.Int) for each in parts)
            return nbtlib.IntArray(parts) if ints else nbtlib.List(parts)
        case str():
            return nbtlib.String(value)
        case bool():
            return nbtlib.Byte(value)
        case Long():
            return nbtlib.Long(value)
        case float():
            return nbtlib.Double(value)
        case _:
            return nbtlib.Int(value)
