"""Recipes of types that nothing here knows: what is named like a result comes out, the rest in.

Machines of mods have hundreds of types, and nearly all say `result` or `output` on one side and
`input` or `ingredient` on the other. What is found this way is marked as less sure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.items.model import Confidence, Ingredient, Output, Recipe, identified
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.items.reading.jsontext import Json

PARTS: Final = 128
"""Things on one side of a recipe that are kept."""
_DEEPEST: Final = 24

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_OUT: Final = re.compile("out|outputs?|results?|products?|byproducts?|drops?|gives|sell|offer|gift")
_IN: Final = re.compile(
    "in|inputs?|ingredients?|items?|catalyst|base|addition|template|materials?|reagents?|fuel|tool|"
    "container|seed|soil|wants|price|buy|fluids?|gas|chemical|blocks?|stacks?|cent(?:re|er)|"
    "pedestals?|focus"
)
_NOT_THINGS: Final = re.compile(
    "type|group|category|conditions?|transitional|biomes?|dimensions?|entity|mob|sound|effects?|"
    "potion|enchantment|texture|model|advancement|id|requirements|predicate|merchant|double|"
    "profession|components|nbt|functions?|modifiers"
)
_SEQUENCES: Final = re.compile("sequence|steps")
_LEAF: Final = (
    *("item", "tag", "id", "fluid", "fluidTag", "gas", "chemical", "slurry", "pigment"),
    *("infuse_type", "ore", "items", "block"),
)


@dataclass(slots=True)
class _Found:
    outputs: list[Output] = field(default_factory=list[Output])
    inputs: list[Ingredient] = field(default_factory=list[Ingredient])


def walk(name: str, kind: str, value: Mapping[str, Json]) -> Recipe | None:
    """The recipe as far as its fields tell; None where nothing comes out."""
    found = _Found()
    for key, inner in value.items():
        _field(key, inner, None, found, 0)
    if not found.outputs:
        return None
    return Recipe(
        name=name,
        type=identified(kind) or "minecraft:unknown",
        outputs=tuple(found.outputs),
        inputs=tuple(found.inputs),
        confidence=Confidence.LIKELY if found.inputs else Confidence.GUESS,
    )


def _field(key: str, value: Json, out: bool | None, found: _Found, depth: int) -> None:
    """`out`: which side the field stands on; None while nothing has told."""
    words = [word.lower() for word in _WORD.findall(key)]
    if depth > _DEEPEST or _any(_NOT_THINGS, words[:1]):
        return
    if _any(_SEQUENCES, words):
        # The steps of an assembly make what only the next step takes.
        _value(value, False, found, depth)
    elif _any(_OUT, words) and out is not False:
        _value(value, True, found, depth)
    elif out is not None:
        _value(value, out, found, depth)
    elif isinstance(value, str):
        if _any(_IN, words):
            _value(value, False, found, depth)
    else:
        _value(value, False if _any(_IN, words) else None, found, depth)


def _any(pattern: re.Pattern[str], words: Iterable[str]) -> bool:
    return any(map(pattern.fullmatch, words))


def _value(value: Json, out: bool | None, found: _Found, depth: int) -> None:
    if isinstance(value, list):
        for part in value[:PARTS]:
            if out is False and isinstance(part, list) and _is_choice(part):
                _keep(part, out, found)
            else:
                _value(part, out, found, depth + 1)
    elif isinstance(value, str):
        if out is not None and ":" in value:
            _keep(value, out, found)
    elif isinstance(value, dict) and not _keep_leaf(value, out, found):
        for key, inner in value.items():
            _field(key, inner, out, found, depth + 1)


def _is_choice(value: list[Json]) -> bool:
    """A list inside a list of ingredients: any one of them, as the game writes it."""
    return len(value) > 1 and all(isinstance(part, dict) and "item" in part for part in value)


def _keep_leaf(value: dict[str, Json], out: bool | None, found: _Found) -> bool:
    """Keep an object that names a thing, or wraps one; whether it was such."""
    named = any(isinstance(value.get(key), str) for key in _LEAF)
    if not named and not isinstance(value.get("children"), list) and not _wraps(value):
        return False
    return _keep(value, out, found)


def _wraps(value: Mapping[str, Json]) -> bool:
    """`{"ingredient": {..}, "count": 2}`, `{"content": .., "chance": ..}` and the like."""
    inner = next((value[key] for key in ("ingredient", "content", "stack") if key in value), None)
    return isinstance(inner, dict) and len(value) <= 6


def _keep(value: Json, out: bool | None, found: _Found) -> bool:
    if out:
        result = stacks.output(value)
        if result is not None and len(found.outputs) < PARTS:
            found.outputs.append(result)
        return result is not None
    part = stacks.ingredient(value)
    if part is not None and len(found.inputs) < PARTS:
        found.inputs.append(part)
    return part is not None
