"""Which mods a jar is: their ids and names, by every loader's own file."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Final, cast

from bridge.core.errors import ReadError
from bridge.items.reading import jsontext, stacks

if TYPE_CHECKING:
    from collections.abc import Iterator

MODS: Final = 64
_LONGEST: Final = 80


def read_mods(content: bytes, path: str) -> dict[str, str]:
    """Names by id. Raises ReadError."""
    pairs = _toml(content) if path.endswith(".toml") else _json(jsontext.parse(content))
    found: dict[str, str] = {}
    for identifier, name in pairs:
        if identifier and len(found) < MODS:
            found[identifier[:_LONGEST].lower()] = (name or identifier)[:_LONGEST]
    return found


def _toml(content: bytes) -> Iterator[tuple[str, str]]:
    try:
        table: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise ReadError("is not TOML") from error
    mods = table.get("mods")
    for mod in cast("list[object]", mods) if isinstance(mods, list) else []:
        match mod:
            case {"modId": str(identifier), "displayName": str(name)}:
                yield identifier, name
            case {"modId": str(identifier)}:
                yield identifier, ""
            case _:
                pass


def _json(value: jsontext.Json) -> Iterator[tuple[str, str]]:
    """fabric.mod.json, quilt.mod.json, or the list of mcmod.info."""
    if isinstance(value, dict) and isinstance(value.get("modList"), list):
        value = value["modList"]
    for mod in stacks.objects(value):
        quilt = stacks.items(mod.get("quilt_loader"))
        if quilt:
            name = stacks.text(stacks.items(quilt.get("metadata")), "name")
            yield stacks.text(quilt, "id"), name
        else:
            yield stacks.text(mod, "id") or stacks.text(mod, "modid"), stacks.text(mod, "name")
        provides = mod.get("provides")
        for other in provides if isinstance(provides, list) else []:
            if isinstance(other, str):
                yield other, ""
