"""The card of what making an item takes, down to what has to be gathered. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.items.tree import End
from bridge.workflows.items.parts import named, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.core.cards import Line, Part
    from bridge.items.labels import Label
    from bridge.items.tree import Node, Plan

ROWS: Final = 8
"""Things of one kind on the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """All that one recipe makes of a thing anywhere in the tree."""

    amount: float
    parts: dict[str, float]


def things_of(plan: Plan) -> list[str]:
    """Everything on the card that has a name."""
    made = _made(plan.root)
    parts = (part for each in made.values() for part in each.parts)
    return [plan.root.thing, *plan.gathered, *plan.used, *made, *parts]


def card(plan: Plan, labels: Mapping[str, Label], *, knows_inventory: bool) -> Card:
    """What to gather, what is used of the inventory, what to make in which order."""
    root = plan.root
    made = _made(root)
    body: list[Line] = []
    if made:
        body += _listed("items.craft.gather", plan.gathered, labels)
        body += _listed("items.craft.held", plan.used, labels)
        body += _steps(made, labels)
    body += _listed("items.craft.left", plan.left, labels)
    body += [(remark,) for remark in _remarks(plan, knows_inventory=knows_inventory)]
    item = {"item": root.thing}
    return Card(
        kind=CardKind.ANSWER,
        title=(
            Words("items.craft.title"),
            Plain(f"{number(root.amount)} × "),
            named(root.thing, labels),
        ),
        lines=tuple(body),
        buttons=(
            Button((Words("items.to_sources"),), Run("system:sources", item)),
            Button((Words("items.to_uses"),), Run("system:uses", item)),
        ),
    )


def _made(root: Node) -> dict[str, _Made]:
    """What is made, in an order in which everything is there when it is needed."""
    found: dict[str, _Made] = {}

    def walk(node: Node) -> None:
        for part in node.parts:
            walk(part)
        if node.recipe is None:
            return
        before = found.pop(node.thing, None)
        parts = dict(before.parts) if before else {}
        for part in node.parts:
            before_it = parts.get(part.thing, 0)
            both = max(before_it, part.amount) if part.kept else before_it + part.amount
            parts[part.thing] = both
        amount = node.amount - node.held + (before.amount if before else 0)
        found[node.thing] = _Made(amount=amount, parts=parts)

    walk(root)
    return found


def _listed(key: str, counts: Mapping[str, float], labels: Mapping[str, Label]) -> Iterator[Line]:
    if counts:
        yield (Words(key, style=Style.STRONG), *_counted(counts, labels))


def _steps(made: Mapping[str, _Made], labels: Mapping[str, Label]) -> Iterator[Line]:
    for place, (thing, each) in enumerate(list(made.items())[-ROWS:]):
        head = Words("items.craft.step", {"number": place + 1}, Style.FAINT)
        arrow = Plain(" ← ", Style.FAINT)
        made_of = _counted(each.parts, labels)
        yield (head, Plain(f"{number(each.amount)} × "), named(thing, labels), arrow, *made_of)
    if len(made) > ROWS:
        yield (Words("items.craft.more", {"count": len(made) - ROWS}, Style.FAINT),)


def _counted(counts: Mapping[str, float], labels: Mapping[str, Label]) -> Iterator[Part]:
    """`3 × Stick, 2 × Iron Ingot`, the most of them first."""
    ordered = sorted(counts.items(), key=lambda each: -each[1])
    for place, (thing, count) in enumerate(ordered[:ROWS]):
        yield Plain(f"{', ' if place else ''}{number(count)} × ")
        yield named(thing, labels)
    if len(ordered) > ROWS:
        yield Plain(f" … (+{len(ordered) - ROWS})", Style.FAINT)


def _remarks(plan: Plan, *, knows_inventory: bool) -> Iterator[Words]:
    ends = set(_ends(plan.root))
    if plan.root.end is End.GATHERED:
        yield Words("items.craft.no_recipe")
    if End.CIRCLE in ends:
        yield Words("items.craft.circle", style=Style.BAD)
    if End.CUT in ends:
        yield Words("items.craft.cut", style=Style.BAD)
    if plan.root.recipe is not None and not knows_inventory:
        yield Words("items.craft.no_inventory", style=Style.FAINT)


def _ends(node: Node) -> Iterator[End]:
    if node.end is not None:
        yield node.end
    for part in node.parts:
        yield from _ends(part)
