"""`system:quests` and `system:quest`, answered from the book alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import notice
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow
from bridge.workflows.quests import cards

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bridge.core.cards import Card
    from bridge.modules.workflow import Call
    from bridge.quests.model import Quest
    from bridge.quests.shelf import Shelf

QUESTS = Command(
    name="quests",
    usage="command.quests.usage",
    summary="command.quests.summary",
    argument=Argument.OPTIONAL,
)
QUEST = Command(
    name="quest",
    usage="command.quest.usage",
    summary="command.quest.summary",
    argument=Argument.REQUIRED,
    input="quest",
)


class Library(Protocol):
    """Where the book is."""

    async def shelf(self, locale: str) -> Shelf | None:
        """The book for a player of this language; None where the server has none."""
        ...


def workflows(library: Library) -> tuple[Workflow, ...]:
    """Both, over one book."""

    async def show_quests(call: Call) -> Card:
        shelf = await library.shelf(call.language)
        if shelf is None:
            return notice("quests.no_book")
        text = call.input.get("text", "")
        quests, text = _about(shelf, text) if text else (shelf.open_quests, "")
        if not quests:
            return cards.nothing(text) if text else notice("quests.empty")
        return cards.listing(shelf, quests, text=text, page=_number(call.input.get("page", "1")))

    async def show_quest(call: Call) -> Card:
        shelf = await library.shelf(call.language)
        if shelf is None:
            return notice("quests.no_book")
        text = call.input.get("quest", "")
        found = shelf.named(text)
        match len(found):
            case 0:
                near, _ = _about(shelf, text)
                if not near:
                    return cards.nothing(text)
                return cards.suggestions(shelf, near[: cards.PAGE], text=text)
            case 1:
                return cards.detail(shelf, found[0])
            case _:
                return cards.choices(shelf, found[: cards.PAGE], text=text)

    return (
        Workflow(
            id="system:quests",
            run=show_quests,
            finds=_finding(library, lambda shelf, text: _about(shelf, text)[0]),
            command=QUESTS,
            routing=Routing(
                description="Show quests of this pack: about some words, or all visible ones.",
                inputs=TextInputs({"text": TextInput("words to look for; leave out for all")}),
            ),
        ),
        Workflow(
            id="system:quest",
            run=show_quest,
            finds=_finding(library, lambda shelf, text: shelf.named(text)),
            command=QUEST,
            routing=Routing(
                description="Show one quest: its text, tasks, rewards and what it needs.",
                inputs=TextInputs({"quest": TextInput("its id or title", required=True)}),
            ),
        ),
    )


def _finding(
    library: Library, find: Callable[[Shelf, str], Sequence[Quest]]
) -> Callable[[str, str], Awaitable[bool]]:
    async def finds(text: str, language: str) -> bool:
        shelf = await library.shelf(language)
        return shelf is not None and bool(find(shelf, text))

    return finds


def _about(shelf: Shelf, text: str) -> tuple[Sequence[Quest], str]:
    """What fits the words, and the words: where nothing does, put right if that helps."""
    found = shelf.find(text)
    if not found and (meant := shelf.corrected(text)) and (likely := shelf.find(meant)):
        return likely, meant
    return found, text


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 1
