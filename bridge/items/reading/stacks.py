"""Item stacks and ingredients in the shapes that the versions and loaders have (section D).

"minecraft:stone"  "#minecraft:logs"  {"item": ..}  {"tag": ..}  {"fluid": ..}
{"id": .., "count": ..}  [any of these]  {"items": [..]}  {"ingredient": .., "count": ..}
{"type": "forge:..", "children" | "ingredients" | "base": ..}
{"ore": "ingotIron"}, {"item": "minecraft:wool", "data": 14} (1.12)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from bridge.items.model import FLUID, TAG, Ingredient, Output, identified

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.items.reading.jsontext import Json

CHOICES: Final = 64
"""Alternatives of one ingredient that are kept."""
_DEEPEST: Final = 12
_PROVIDERS: Final = 3
_MOST_TIMES: Final = 10
_ANY_METADATA: Final = 32767

_TAG: Final = ("tag", "fluidTag", "fluid_tag")
_ITEM: Final = ("item", "id", "name", "block")
_SUBSTANCE: Final = ("fluid", "gas", "chemical", "infuse_type", "slurry", "pigment", "infusion")
_INSIDE: Final = (
    "ingredient",
    "base_ingredient",
    "basePredicate",
    "children",
    "ingredients",
    "base",
    "items",
    "content",
    "values",
    "stack",
    "value",
    "item",
    "fluid",
)
_COUNT: Final = ("count", "amount", "Count", "qty", "quantity")
_CHANCE: Final = ("chance", "probability", "chances")


def things(value: Json, depth: int = 0) -> Iterator[str]:
    """The things that a value names, as alternatives."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield from _named(value)
    elif isinstance(value, list):
        for part in value[:CHOICES]:
            yield from things(part, depth + 1)
    elif isinstance(value, dict):
        yield from _of_object(value, depth)


def _named(text: str, mark: str = "") -> Iterator[str]:
    is_tag = text.startswith(TAG)
    name = identified(text.removeprefix(TAG))
    if name is not None and name != "minecraft:air":
        yield f"{mark}{TAG if is_tag else ''}{name}"


def _of_object(value: Mapping[str, Json], depth: int) -> Iterator[str]:
    plain = value.get("item") if len(value) == 1 else None
    if isinstance(plain, str):  # what nearly all of them are
        yield from _named(plain)
        return
    mark = _mark(value)
    tag = next((value[key] for key in _TAG if key in value), None)
    if isinstance(tag, str) and (name := identified(tag.removeprefix(TAG))):
        yield f"{mark}{TAG}{name}"
        return
    ore = value.get("ore")
    if isinstance(ore, str) and (name := identified(f"ore:{ore}")):
        yield f"{TAG}{name}"
        return
    for key in (*_SUBSTANCE, *_ITEM):
        named = value.get(key)
        if isinstance(named, str) and named:
            found = _named(named, FLUID if key in _SUBSTANCE else mark)
            yield from (f"{each}{_metadata(value)}" for each in found)
            return
    for key in _INSIDE:
        inner = value.get(key)
        if isinstance(inner, dict | list) or (key == "items" and isinstance(inner, str)):
            yield from things(inner, depth + 1)
            return


def _mark(value: Mapping[str, Json]) -> str:
    """Whether an object is about a fluid although its fields do not say so."""
    kind = value.get("type")
    fluid = any(key in value for key in (*_TAG[1:], *_SUBSTANCE))
    fluid = fluid or (isinstance(kind, str) and "fluid" in kind)
    # The stack of a fluid or chemical since 1.20.5; one of items has a count.
    fluid = fluid or ("id" in value and "amount" in value and "count" not in value)
    return FLUID if fluid else ""


def _metadata(value: Mapping[str, Json]) -> str:
    """1.12: the number that tells an item's variants apart."""
    data = value.get("data")
    if isinstance(data, int) and not isinstance(data, bool) and 0 < data < _ANY_METADATA:
        return f":{data}"
    return ""


def ingredient(value: Json) -> Ingredient | None:
    """One ingredient; None where it names nothing."""
    choices = tuple(dict.fromkeys(things(value)))[:CHOICES]
    return Ingredient(choices, count(value)) if choices else None


def output(value: Json) -> Output | None:
    """One result; of several alternatives the first. None where it names nothing."""
    named = next(things(value), None)
    return None if named is None else Output(named, count(value) * times(value), chance(value))


def count(value: Json, depth: int = 0) -> float:
    """How many of it; a range's middle, 1 where it does not say."""
    if not isinstance(value, dict) or depth > _DEEPEST:
        return 1
    for key in _COUNT:
        if key in value and (said := number(value[key])) is not None and said > 0:
            return said
    for key in ("content", "ingredient", "base_ingredient", "stack", "item", "value"):
        if isinstance(value.get(key), dict):
            return count(value[key], depth + 1)
    return 1


def chance(value: Json) -> float:
    """From 0 to 1; mods also write percents and ten-thousandths."""
    said = _said_chance(value)
    return 1 if said is None or _times(said) else _fraction(said, value)


def times(value: Json) -> float:
    """What a chance above 1 multiplies the count by: Thermal's 1.25 is one, and one more at 25 %.

    1 for every other: a percent is a whole number.
    """
    said = _said_chance(value)
    return said if said is not None and _times(said) else 1


def _said_chance(value: Json) -> float | None:
    """The number as it is written; Thermal's is below zero where no upgrade changes it."""
    if not isinstance(value, dict):
        return None
    said = next((number(value[key]) for key in _CHANCE if key in value), None)
    return None if said is None else abs(said)


def _times(said: float) -> bool:
    return 1 < said < _MOST_TIMES and said != int(said)


def _fraction(said: float, value: Json) -> float:
    most = number(value.get("maxChance")) if isinstance(value, dict) else None
    if most is not None and most > 0:
        return min(1.0, said / most)
    return said if said <= 1 else min(1.0, said / (100 if said <= 100 else 10_000))


def number(value: Json) -> float | None:
    """A number, or the middle of a provider of numbers (`{"min": 1, "max": 3}`)."""
    least = bounds(value)
    return None if least is None else (least[0] + least[1]) / 2


def bounds(value: Json, depth: int = 0) -> tuple[float, float] | None:
    """The least and the most of a number or a provider of numbers; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        plain = _finite(value)
        return None if plain is None else (plain, plain)
    if isinstance(value, list) and value:
        value = value[0]
        return bounds(value) if isinstance(value, int | float) else None
    # Each of a provider's ends may be one itself: deeper than this it is an attack on our time.
    if isinstance(value, dict) and depth < _PROVIDERS:
        return _provided(value, depth + 1)
    return None


def _provided(value: Mapping[str, Json], depth: int) -> tuple[float, float] | None:
    if "min" in value or "max" in value:
        least = bounds(value.get("min", 0), depth)
        most = bounds(value.get("max", value.get("min")), depth)
        return (least[0], most[1]) if least and most else None
    tries, likely = value.get("n"), value.get("p")
    if tries is not None and likely is not None:  # binomial
        most = bounds(tries, depth)
        return (0, most[1]) if most else None
    inner = value.get("value")
    return bounds(inner) if isinstance(inner, int | float) else None


def _finite(value: float) -> float | None:
    try:
        plain = float(value)
    except OverflowError:
        return None
    return plain if -1e9 < plain < 1e9 else None


def objects(value: Json) -> list[dict[str, Json]]:
    """The objects of a list, or the one that stands for a list."""
    many = value if isinstance(value, list) else [value]
    return [part for part in many if isinstance(part, dict)]


def text(value: Mapping[str, Json], key: str) -> str:
    """A string field, "" where there is none."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def items(value: Json) -> Mapping[str, Json]:
    """An object, or an empty one."""
    return value if isinstance(value, dict) else cast("Mapping[str, Json]", {})
