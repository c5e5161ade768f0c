"""Which mods a file depends on: Forge's, NeoForge's and Fabric's load conditions.

Only what is certain counts: mods that must be there, or must not, all of them. Any other condition
(a configuration, a tag that is not empty) is decided in the running game and taken as met.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.items.model import Condition
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
    elif kind == "false":
        yield NEVER
    elif kind == "not":
        inner = [*_read(stacks.items(value.get("value")), depth + 1)]
        # "Not both" says nothing certain about either.
        if len(inner) == 1 and inner[0].mod:
            yield Condition(inner[0].mod, not inner[0].loaded)
    elif kind == "and":
        for part in stacks.objects(value.get("values")):
            yield from _read(part, depth + 1)
