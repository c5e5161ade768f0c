"""Recipes of types that nothing here knows: what is named like a result comes out, the rest in.

Machines of mods have hundreds of types, and nearly all say `result` or `output` on one side and
`input` or `ingredient` on the other. What is found this way is marked as less sure.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bridge.items.model import FLUID, Confidence, Ingredient, Output, Recipe, identified
from bridge.items.reading import habits, stacks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.items.reading.jsontext import Json

PARTS: Final = 128
"""Things on one side of a recipe that are kept."""
_DEEPEST: Final = 24

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_OUT: Final = re.compile(
    "out|outputs?|results?|products?|byproducts?|drops?|gives|sell|offer|gift|secondar(?:y|ies)|"
    "slag"
)
_IN: Final = re.compile(
    "in|inputs?|ingredients?|items?|catalyst|base|addition|template|materials?|reagents?|fuel|tool|"
    "container|seed|soil|wants|price|buy|fluids?|gas|chemical|blocks?|stacks?|cent(?:re|er)|"
    "pedestals?|focus|mou?ld|cast"
)
_NOT_THINGS: Final = re.compile(
    "type|group|category|conditions?|transitional|biomes?|dimensions?|entity|mob|sound|effects?|"
    "potion|enchantment|texture|model|advancement|id|requirements|predicate|merchant|double|"
    "profession|components|nbt|functions?|modifiers|render|display|pattern"
)
_SEQUENCES: Final = re.compile("sequence|steps")
_SUBSTANCES: Final = re.compile(
    "fluids?|gas|gases|chemicals?|slurr(?:y|ies)|pigments?|infusions?|infuse"
)
_ITEMS: Final = re.compile("items?|blocks?")
_LEAF: Final = frozenset(
    {
        *("item", "tag", "id", "fluid", "fluidTag", "fluid_tag", "gas", "chemical", "slurry"),
        *("pigment", "infuse_type", "ore", "items", "block"),
    }
)
_WRAPPED: Final = ("ingredient", "base_ingredient", "basePredicate", "content", "stack", "value")
_COUNT: Final = frozenset({"count", "amount"})
_ONE_OF: Final = frozenset({"ingredient", "base", "addition", "template", "reagent", "tool"})
"""Fields of one ingredient: a list in it is a choice, as the game's own reader takes it."""


@dataclass(frozen=True, slots=True)
class _Where:
    """Where a value stands. `out`: on which side; None while nothing has told."""

    out: bool | None = None
    fluid: bool = False
    kept: bool = False
    chance: float = 1
    depth: int = 0


@dataclass(slots=True)
class _Found:
    outputs: list[Output] = field(default_factory=list[Output])
    inputs: list[Ingredient] = field(default_factory=list[Ingredient])


def walk(name: str, kind: str, value: Mapping[str, Json]) -> Recipe | None:
    """The recipe as far as its fields tell; None where nothing comes out."""
    found = _Found()
    counts = _pattern(value)
    for key, inner in value.items():
        if key == "key" and counts:
            _letters(inner, counts, found)
        else:
            said = stacks.number(value.get(habits.CHANCE_BESIDE.get(key, "")))
            _field(key, inner, _Where(chance=1 if said is None else said), found)
    if not found.outputs:
        return None
    recipe = Recipe(
        name=name,
        type=identified(kind) or "minecraft:unknown",
        outputs=tuple(found.outputs),
        inputs=_merged(found.inputs),
        confidence=Confidence.LIKELY if found.inputs else Confidence.GUESS,
    )
    return habits.applied(recipe, value)


def _merged(inputs: list[Ingredient]) -> tuple[Ingredient, ...]:
    """Equal ingredients are one, so many of it; of what is kept one is enough."""
    merged: dict[tuple[tuple[str, ...], bool], Ingredient] = {}
    for part in inputs:
        key = (part.choices, part.kept)
        before = merged.get(key)
        if before is None:
            merged[key] = part
        elif not part.kept:
            merged[key] = replace(part, count=before.count + part.count)
    return tuple(merged.values())


def _pattern(value: Mapping[str, Json]) -> Counter[str]:
    """How often each letter stands in the pattern of a shaped recipe of a mod's own type."""
    rows = value.get("pattern")
    written = rows if isinstance(rows, list) else []
    return Counter("".join(row for row in written if isinstance(row, str))[: 2 * PARTS])


def _letters(key: Json, counts: Counter[str], found: _Found) -> None:
    for letter, written in stacks.items(key).items():
        part = stacks.ingredient(written)
        if part is not None and counts[letter] and len(found.inputs) < PARTS:
            found.inputs.append(replace(part, count=part.count * counts[letter]))


@dataclass(frozen=True, slots=True)
class _Key:
    """What a field's name tells."""

    nothing: bool
    fluid: bool
    kept: bool
    sequence: bool
    out: bool
    taken: bool


@lru_cache(maxsize=4_096)
def _key(key: str) -> _Key:
    """The fields of all recipes of a pack have a few hundred names."""
    words = [word.lower() for word in _WORD.findall(key)]
    return _Key(
        nothing=_any(_NOT_THINGS, words[:1]),
        fluid=_any(_SUBSTANCES, words) and not _any(_ITEMS, words),
        kept=_any(habits.KEPT, words),
        sequence=_any(_SEQUENCES, words),
        out=_any(_OUT, words),
        taken=_any(_IN, words),
    )


def _field(key: str, value: Json, where: _Where, found: _Found) -> None:
    told = _key(key)
    if where.depth > _DEEPEST or told.nothing or not isinstance(value, str | list | dict):
        return
    out = where.out
    if told.sequence:
        # The steps of an assembly make what only the next step takes.
        out = False
    elif told.out and out is not False:
        out = True
    elif out is None and told.taken:
        out = False
    fluid = where.fluid or told.fluid
    kept = where.kept or (told.kept and where.out is not True)
    if (out, fluid, kept) != (where.out, where.fluid, where.kept):
        where = _Where(out, fluid, kept, where.chance, where.depth)
    _of_field(key, value, where, found)


def _of_field(key: str, value: Json, where: _Where, found: _Found) -> None:
    """A list of objects under the name of one ingredient is kept as one."""
    if where.out is False and key in _ONE_OF and isinstance(value, list) and _is_choice(value):
        _keep(value, where, found)
    else:
        _value(value, where, found)


def _any(pattern: re.Pattern[str], words: Iterable[str]) -> bool:
    return any(map(pattern.fullmatch, words))


def _value(value: Json, where: _Where, found: _Found) -> None:
    if isinstance(value, list):
        deeper = _deeper(where)
        for part in value[:PARTS]:
            if where.out is False and isinstance(part, list) and _is_choice(part):
                _keep(part, where, found)
            else:
                _value(part, deeper, found)
    elif isinstance(value, str):
        if where.out is not None and ":" in value:
            _keep(value, where, found)
    elif isinstance(value, dict) and not _keep_leaf(value, where, found):
        deeper = _deeper(where, stacks.chance(value))
        for key, inner in value.items():
            _field(key, inner, deeper, found)


def _deeper(where: _Where, chance: float = 1) -> _Where:
    return _Where(where.out, where.fluid, where.kept, where.chance * chance, where.depth + 1)


def _is_choice(value: list[Json]) -> bool:
    """A list inside a list of ingredients: any one of them, as the game writes it."""
    return len(value) > 1 and all(
        isinstance(part, dict) and ("item" in part or "tag" in part) for part in value
    )


def _keep_leaf(value: dict[str, Json], where: _Where, found: _Found) -> bool:
    """Keep an object that names a thing, or wraps one; whether it was such."""
    named = not _LEAF.isdisjoint(value) and any(isinstance(value.get(key), str) for key in _LEAF)
    if not named and not isinstance(value.get("children"), list) and not _wraps(value):
        return False
    return _keep(value, where, found)


def _wraps(value: Mapping[str, Json]) -> bool:
    """`{"ingredient": {..}, "count": 2}`, `{"content": .., "chance": ..}` and the like; a list in
    one is a choice where a count stands beside it.
    """
    inner = next((value[key] for key in _WRAPPED if key in value), None)
    if isinstance(inner, list):
        return not _COUNT.isdisjoint(value)
    return isinstance(inner, dict) and len(value) <= 6


def _keep(value: Json, where: _Where, found: _Found) -> bool:
    if where.out:
        result = stacks.output(value)
        if result is not None and len(found.outputs) < PARTS:
            thing = _marked(result.thing, where)
            chance = result.chance * where.chance
            found.outputs.append(Output(thing, result.count, chance))
        return result is not None
    part = stacks.ingredient(value)
    if part is not None and len(found.inputs) < PARTS:
        choices = tuple(_marked(choice, where) for choice in part.choices)
        kept = where.kept or habits.is_kept(value)
        found.inputs.append(Ingredient(choices, part.count, kept))
    return part is not None


def _marked(thing: str, where: _Where) -> str:
    return f"{FLUID}{thing}" if where.fluid and not thing.startswith(FLUID) else thing
