"""Cards about quests. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bridge.core.cards import Line, Part
    from bridge.quests.model import Quest
    from bridge.quests.shelf import Shelf

PAGE: Final = 8
"""Quests on one card: what fits one command and a chat window."""
DESCRIPTION: Final = 900
"""Characters of a description; the book in the game has the rest."""
ITEMS: Final = 20
"""Tasks, rewards or needed quests on one card; what more there is, is counted."""
ASKED: Final = 60
"""Characters of the player's own words that are repeated."""


def listing(shelf: Shelf, quests: Sequence[Quest], *, text: str, page: int) -> Card:
    """A page (from 1) of quests that match `text`, or of all where it is empty."""
    pages = max(1, -(-len(quests) // PAGE))
    page = min(max(page, 1), pages)
    shown = quests[(page - 1) * PAGE : page * PAGE]
    buttons = [Button(_named(shelf, quest), _open(quest)) for quest in shown]
    if page < pages:
        onward = {"text": text, "page": str(page + 1)} if text else {"page": str(page + 1)}
        label = Words("quests.more", {"page": page + 1, "pages": pages})
        buttons.append(Button((label,), Run("system:quests", onward)))
    heading = Words("quests.about", {"text": _repeated(text)}) if text else Words("quests.all")
    count: Part = Words("quests.count", {"count": len(quests)}, Style.FAINT)
    return Card(kind=CardKind.LIST, title=(heading, count), buttons=tuple(buttons))


def choices(shelf: Shelf, quests: Iterable[Quest], *, text: str) -> Card:
    """Several quests that a title could mean."""
    return _options(shelf, quests, Words("quest.several", {"text": _repeated(text)}))


def suggestions(shelf: Shelf, quests: Iterable[Quest], *, text: str) -> Card:
    """Quests about something that no quest is called."""
    return _options(shelf, quests, Words("quest.did_you_mean", {"text": _repeated(text)}))


def _options(shelf: Shelf, quests: Iterable[Quest], heading: Words) -> Card:
    return Card(
        kind=CardKind.OPTIONS,
        title=(heading,),
        buttons=tuple(Button(_named(shelf, quest), _open(quest)) for quest in quests),
    )


def nothing(text: str) -> Card:
    """No quest matches; the word that was looked for is repeated, once."""
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words("quests.none", {"text": _repeated(text)}),),),
        buttons=(Button((Words("quests.all"),), Run("system:quests")),),
    )


def detail(shelf: Shelf, quest: Quest) -> Card:
    """One quest: where it is, what it says, what it asks, what it gives, what it needs."""
    return Card(
        kind=CardKind.ANSWER,
        title=(Plain(quest.title), Plain(f"  {shelf.chapter_title(quest)}", Style.FAINT)),
        lines=tuple(_body(shelf, quest)),
        buttons=tuple(
            Button((Words("quest.needs"), Plain(other.title)), _open(other))
            for other in shelf.needed_by(quest)[:ITEMS]
        ),
    )


def _body(shelf: Shelf, quest: Quest) -> Iterator[Line]:
    if quest.subtitle:
        yield (Plain(quest.subtitle, Style.FAINT),)
    if shelf.tells_details(quest):
        if shelf.tells_text(quest):
            yield from _description(quest.description)
        yield from _items(
            "quest.tasks",
            [
                (Plain(task.title), Words("quest.optional", style=Style.FAINT))
                if task.optional
                else (Plain(task.title),)
                for task in quest.tasks
            ],
        )
        yield from _items("quest.rewards", [(Plain(reward.title),) for reward in quest.rewards])
    else:
        yield (Words("quest.details_hidden", style=Style.FAINT),)
    needed = shelf.needed_by(quest)
    if len(needed) > ITEMS:
        yield (Words("quest.needs"), _more(len(needed)))
    if len(needed) > 1 and quest.requirement.startswith("one_"):
        yield (Words("quest.one_is_enough", style=Style.FAINT),)


def _description(lines: Iterable[str]) -> Iterator[Line]:
    left = DESCRIPTION
    for line in lines:
        if not line.strip():
            continue
        if len(line) > left:
            yield (Plain(line[:left].rstrip()), Plain(" …", Style.FAINT))
            return
        left -= len(line)
        yield (Plain(line),)


def _items(heading: str, items: Sequence[Line]) -> Iterator[Line]:
    if not items:
        return
    yield (Words(heading, style=Style.STRONG),)
    for item in items[:ITEMS]:
        yield (Plain("- ", Style.FAINT), *item)
    if len(items) > ITEMS:
        yield (_more(len(items)),)


def _more(count: int) -> Plain:
    return Plain(f"… (+{count - ITEMS})", Style.FAINT)


def _repeated(text: str) -> str:
    return text if len(text) <= ASKED else f"{text[: ASKED - 1].rstrip()}…"


def _named(shelf: Shelf, quest: Quest) -> Line:
    """The title, with its chapter beside it: many quests share a title."""
    return (Plain(quest.title), Plain(f" ({shelf.chapter_title(quest)})", Style.FAINT))


def _open(quest: Quest) -> Run:
    return Run("system:quest", {"quest": quest.id})
