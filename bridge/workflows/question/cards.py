"""Cards that answer a question: the text, and the names of what it rests on. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.knowledge.entries import Source, section_of
from bridge.modules.outcome import answer
from bridge.modules.repeating import repeated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.core.cards import Line
    from bridge.knowledge.entries import Entry, Hit

SHOWN: Final = 3
"""Snippets of an answer without a model."""
ASKED: Final = 80
"""Characters of the player's own words that are repeated."""


def answered(text: str, sources: Sequence[Entry]) -> Card:
    """What a model wrote, and what it rests on."""
    card = answer(text)
    if not sources:
        return card
    named: list[Line] = [(Words("question.sources", style=Style.FAINT),)]
    named += [_named(entry) for entry in sources]
    return replace(card, lines=(*card.lines, *named), buttons=_buttons(sources))


def passages(hits: Sequence[Hit], *, why: Line = ()) -> Card:
    """The best pieces as they stand, with `why` no model answers."""
    lines: list[Line] = [why] if why else []
    for hit in hits[:SHOWN]:
        lines += [_named(hit.entry), (Plain(hit.snippet),)]
    return Card(
        kind=CardKind.ANSWER,
        title=(Words("question.found"),),
        lines=tuple(lines),
        buttons=_buttons([hit.entry for hit in hits[:SHOWN]]),
    )


def unknown(text: str) -> Card:
    """Nothing here says anything about it."""
    return Card(
        kind=CardKind.NOTICE,
        lines=(
            (Words("question.unknown", {"text": repeated(text, ASKED)}),),
            (Words("question.looked_in", style=Style.FAINT),),
        ),
    )


def _named(entry: Entry) -> Line:
    return (
        Words(f"question.source.{entry.source}", style=Style.FAINT),
        Plain(entry.name, Style.STRONG),
    )


def _buttons(entries: Sequence[Entry]) -> tuple[Button, ...]:
    opening = [(entry, run) for entry in entries if (run := _open(entry)) is not None]
    return tuple(Button((Words("question.open"), Plain(each.title)), run) for each, run in opening)


def _open(entry: Entry) -> Run | None:
    match entry.source:
        case Source.NOTES:
            return Run("system:notes", {"note": entry.key})
        case Source.MANUAL:
            return Run("system:manual", {"page": section_of(entry.key)[0]})
        case Source.QUESTS:
            return Run("system:quest", {"quest": entry.key})
        case Source.ITEMS:
            return Run("system:sources", {"item": entry.key})
