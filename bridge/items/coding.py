"""Recipes and loot tables as the short JSON that the index keeps."""

from __future__ import annotations

import json
from typing import Any, Final

from bridge.items.model import (
    Condition,
    Confidence,
    Drop,
    Ingredient,
    LootKind,
    LootTable,
    Note,
    Output,
    Recipe,
)

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _plain(number: float) -> float:
    """A whole number without its `.0`; others to four digits."""
    return int(number) if number == int(number) else round(number, 4)


def _signed(part: Ingredient) -> float:
    """The count, below zero for what is not used up: few are, and each costs one character."""
    return -part.count if part.kept else part.count


def recipe_text(recipe: Recipe) -> str:
    """Everything of a recipe but its name and type."""
    return _encode(
        [
            [[part.thing, _plain(part.count), _plain(part.chance)] for part in recipe.outputs],
            [[_plain(_signed(part)), *part.choices] for part in recipe.inputs],
            int(recipe.confidence),
            [[condition.mod, condition.loaded] for condition in recipe.conditions],
        ]
    )


def recipe_of(name: str, kind: str, text: str) -> Recipe:
    """The recipe again."""
    outputs, inputs, confidence, conditions = _decoded(text)
    return Recipe(
        name=name,
        type=kind,
        outputs=tuple(Output(*part) for part in outputs),
        inputs=tuple(Ingredient(tuple(part[1:]), abs(part[0]), part[0] < 0) for part in inputs),
        confidence=Confidence(confidence),
        conditions=tuple(Condition(*part) for part in conditions),
    )


def table_text(table: LootTable) -> str:
    """Everything of a table but its name and kind."""
    return _encode(
        [
            [
                [
                    drop.thing,
                    _plain(drop.chance),
                    _plain(drop.least),
                    _plain(drop.most),
                    *drop.notes,
                ]
                for drop in table.drops
            ],
            table.where,
        ]
    )


def table_of(name: str, kind: str, text: str) -> LootTable:
    """The table again."""
    drops, where = _decoded(text)
    return LootTable(
        name=name,
        kind=LootKind(kind),
        drops=tuple(
            Drop(
                thing=part[0],
                chance=part[1],
                least=part[2],
                most=part[3],
                notes=tuple(Note(note) for note in part[4:]),
            )
            for part in drops
        ),
        where=tuple(where),
    )


def _decoded(text: str) -> list[Any]:
    return json.loads(text)
