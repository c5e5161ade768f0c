"""Which mods a file depends on: Forge's, NeoForge's and Fabric's load conditions.

Only what is certain counts: mods that must be there, or must not. An item that must exist is one
of the mod that its id begins with. Any other condition (a configuration, a tag that is not empty)
is decided in the running game and taken as met.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.items.model import EITHER, Condition
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.items.reading.jsontext import Json

_KEYS: Final = (
    "conditions",
    "forge:conditions",
    "neoforge:conditions",
    "fabric:load_conditions",
    "fabric:conditions",
    "condition",
)
_MOD: Final = re.compile(r"[\w.-]{1,80}", re.ASCII)
_DEEPEST: Final = 8
NEVER: Final = Condition("")
"""No mod has an empty id."""


def conditions_of(value: Mapping[str, Json]) -> tuple[Condition, ...]:
    """The mods that this file needs, and those it is not for."""
    found = (
        condition
        for key in _KEYS
        if key in value
        for written in stacks.objects(value[key])
        for condition in _read(written, 0)
    )
    return tuple(dict.fromkeys(found))


def _read(value: Mapping[str, Json], depth: int) -> Iterator[Condition]:
    kind = (stacks.text(value, "type") or stacks.text(value, "condition")).rpartition(":")[2]
    if depth > _DEEPEST:
        return
    if kind in {"mod_loaded", "all_mods_loaded"}:
        mods = [value.get("modid"), value.get("mod")]
        many = value.get("values")
        mods += many if isinstance(many, list) else []
        yield from (Condition(mod) for mod in mods if isinstance(mod, str) and _MOD.fullmatch(mod))
    elif kind in {"item_exists", "registered"}:
        yield from _owner(stacks.text(value, "item") or stacks.text(value, "value"))
    elif kind in {"false", "never"}:
        yield NEVER
    elif kind in {"or", "any_mods_loaded"}:
        yield from _either(value.get("values"), depth)
    elif kind == "not":
        inner = [*_read(stacks.items(value.get("value")), depth + 1)]
        # "Not both" says nothing certain about either.
        if len(inner) == 1 and inner[0].mod:
            yield Condition(inner[0].mod, not inner[0].loaded)
    elif kind == "and":
        for part in stacks.objects(value.get("values")):
            yield from _read(part, depth + 1)


def _owner(item: str) -> Iterator[Condition]:
    """The mod of an item; a name without one is the game's own, which is always there."""
    mod, colon, _ = item.partition(":")
    if colon and _MOD.fullmatch(mod):
        yield Condition(mod)


def _either(values: Json, depth: int) -> Iterator[Condition]:
    """One condition for all of them, where each is one mod (or its id) that must be there."""
    parts = [
        [Condition(each)] if isinstance(each, str) else [*_read(stacks.items(each), depth + 1)]
        for each in (values if isinstance(values, list) else [])
    ]
    mods = [part[0].mod for part in parts if len(part) == 1 and part[0].loaded]
    if mods and len(mods) == len(parts) and all(map(_MOD.fullmatch, mods)):
        yield Condition(EITHER.join(dict.fromkeys(mods)))
