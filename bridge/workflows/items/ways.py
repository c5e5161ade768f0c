"""One line for each way to get an item. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.cards import Plain, Style, Words
from bridge.items.labels import spoken
from bridge.items.model import Confidence, LootKind, Note
from bridge.items.origins import ByLoot, ByRecipe
from bridge.items.ranking import Worth, of_type
from bridge.workflows.items.parts import amount, named, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bridge.core.cards import Line, Part
    from bridge.items.labels import Label
    from bridge.items.model import Ingredient, Recipe
    from bridge.items.origins import Way

INGREDIENTS: Final = 9
"""Ingredients of one recipe on a card."""
_NOTES: Final = {
    Note.BY_PLAYER: "items.note.by_player",
    Note.SILK_TOUCH: "items.note.silk_touch",
    Note.TOOL: "items.note.tool",
    Note.CONDITIONAL: "items.note.conditional",
}


def things_of(ways: Iterable[Way]) -> Iterator[str]:
    """Everything on these lines that has a name."""
    for way in ways:
        match way:
            case ByRecipe():
                yield from recipe_things(way.recipe)
            case ByLoot():
                yield giver(way)


def recipe_things(recipe: Recipe) -> Iterator[str]:
    """Everything in a recipe that has a name."""
    yield from (part.thing for part in recipe.outputs)
    yield from (part.choices[0] for part in recipe.inputs)


def giver(way: ByLoot) -> str:
    """What a loot table belongs to: `!minecraft:zombie`, a block, or the table itself."""
    namespace, _, path = way.table.name.partition(":")
    folder, _, rest = path.partition("/")
    if way.table.kind is LootKind.ENTITY and folder in {"entities", "shearing"}:
        return f"!{namespace}:{rest.partition('/')[0]}"
    if way.table.kind is LootKind.BLOCK and rest:
        return f"{namespace}:{rest}"
    return f"&{way.table.name}"


def line(way: Way, item: str, labels: Mapping[str, Label]) -> Line:
    """What it is, what it takes or how likely it is, and which file says so."""
    match way:
        case ByRecipe():
            told = _recipe(way, item, labels)
        case ByLoot():
            told = _loot(way, labels)
    return (*told, Plain(f"  [{way.place}]", Style.FAINT)) if way.place else told


def _recipe(way: ByRecipe, item: str, labels: Mapping[str, Label]) -> Line:
    recipe = way.recipe
    made = next((part for part in recipe.outputs if part.thing == item), recipe.outputs[0])
    parts: list[Part] = [_kind(recipe), *ingredients(recipe.inputs, labels)]
    if made.count != 1:
        parts.append(Plain(f" → {number(made.count)}"))
    if made.chance < 1:
        parts.append(Plain(f" ({percent(made.chance)})", Style.FAINT))
    if way.worth is Worth.CIRCULAR:
        parts.append(Words("items.needs_itself", style=Style.BAD))
    elif way.worth is Worth.PACKED:
        parts.append(Words("items.packed", style=Style.FAINT))
    elif recipe.confidence is Confidence.GUESS:
        parts.append(Words("items.guess", style=Style.FAINT))
    return tuple(parts)


def use_line(recipe: Recipe, labels: Mapping[str, Label]) -> Line:
    """A recipe seen from what goes in: what it makes, how, and what else it takes."""
    made = recipe.outputs[0]
    return (
        Plain(amount(made.count)),
        named(made.thing, labels, Style.STRONG),
        Plain("  ", Style.FAINT),
        _kind(recipe),
        *ingredients(recipe.inputs, labels),
    )


def _kind(recipe: Recipe) -> Part:
    worth = of_type(recipe.type)
    if worth is Worth.MACHINE:
        return Words("items.machine", {"type": recipe.type}, Style.STRONG)
    if worth is Worth.TRADED:
        return Words("items.way.traded", {"who": spoken(recipe.name)}, Style.STRONG)
    if worth is Worth.COOKED:
        kind = recipe.type.partition(":")[2]
        return Words(f"items.way.{kind}", style=Style.STRONG)
    return Words(f"items.way.{worth.name.lower()}", style=Style.STRONG)


def ingredients(inputs: Iterable[Ingredient], labels: Mapping[str, Label]) -> Iterator[Part]:
    """`3 × Iron Ingot, Stick (or 2 others)`."""
    parts = tuple(inputs)
    for place, part in enumerate(parts[:INGREDIENTS]):
        before = ", " if place else ""
        yield Plain(f"{before}{amount(part.count)}")
        yield named(part.choices[0], labels)
        if len(part.choices) > 1:
            yield Words("items.or_others", {"count": len(part.choices) - 1}, Style.FAINT)
        if part.kept:
            yield Words("items.kept", style=Style.FAINT)
    if len(parts) > INGREDIENTS:
        yield Plain(f" … (+{len(parts) - INGREDIENTS})", Style.FAINT)


def _loot(way: ByLoot, labels: Mapping[str, Label]) -> Line:
    drop = way.drop
    count = number(drop.least)
    if drop.most > drop.least:
        count = f"{count}-{number(drop.most)}"
    key = "itself" if way.worth is Worth.ITSELF else way.table.kind.value
    parts: list[Part] = [
        Words(f"items.loot.{key}", style=Style.STRONG),
        named(giver(way), labels),
        Plain(f"  {percent(drop.chance)}" + ("" if count == "1" else f", {count} ×"), Style.GOOD),
    ]
    parts += [Words(_NOTES[note], style=Style.FAINT) for note in drop.notes]
    if way.table.where:
        into = ", ".join(spoken(f"&{name}") for name in way.table.where[:3])
        parts.append(Words("items.loot.into", {"tables": into}, Style.FAINT))
    return tuple(parts)
