"""`system:quests`, `system:quest` and `system:next_quest`, answered from the book and the saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import notice
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.workflows.quests import cards

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bridge.core.actors import Player
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
NEXT = Command(name="next", usage="command.next.usage", summary="command.next.summary")

ASK_FOR_ALL: Final = "--all"
"""In front of the words of `/quests` and `/quest`: an administrator wants what is hidden, too."""


class Library(Protocol):
    """Where the book is."""

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        """The book in this language as this player sees it; None where the server has none."""
        ...


async def nothing_known(_player: Player) -> None:
    """What a player carries, where no source tells it."""
    return


def workflows(
    library: Library,
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]] = nothing_known,
) -> tuple[Workflow, ...]:
    """All three, over one book; `held` tells what a player carries: items by id, or None."""

    async def looked(call: Call, name: str) -> tuple[Shelf, str] | Card:
        """What this player sees, and the words of the input; or why it is not shown."""
        text = call.input.get(name, "")
        first, _, rest = text.partition(" ")
        everything = first == ASK_FOR_ALL or cards.ALL in call.input
        if everything and not call.administrator:
            return notice("quests.only_administrators")
        viewer = Viewer(uuid=call.player.uuid, everything=everything)
        shelf = await library.shelf(call.language, viewer)
        if shelf is None:
            return notice("quests.no_book")
        return shelf, rest.strip() if first == ASK_FOR_ALL else text

    async def show_quests(call: Call) -> Card:
        match await looked(call, "text"):
            case (shelf, text):
                return _quests(shelf, text, _number(call.input.get("page", "1")))
            case refusal:
                return refusal

    async def show_quest(call: Call) -> Card:
        match await looked(call, "quest"):
            case (shelf, text):
                return _quest(shelf, text)
            case refusal:
                return refusal

    async def show_next(call: Call) -> Card:
        from bridge.quests.nearest import steps

        shelf = await library.shelf(call.language, Viewer(uuid=call.player.uuid))
        if shelf is None:
            return notice("quests.no_book")
        found = steps(shelf, await held(call.player))
        return cards.upcoming(shelf, found) if found else notice("quests.next.none")

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
                description="Show one quest: its text, what of its tasks is done and missing, its "
                "rewards, what it needs.",
                inputs=TextInputs({"quest": TextInput("its id or title", required=True)}),
            ),
        ),
        Workflow(
            id="system:next_quest",
            run=show_next,
            command=NEXT,
            routing=Routing(
                description="Show which quests this player can do next, the nearest to done first.",
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


def _quests(shelf: Shelf, text: str, page: int) -> Card:
    quests, text = _about(shelf, text) if text else (shelf.listed, "")
    if not quests:
        return cards.nothing(text) if text else notice("quests.empty")
    return cards.listing(shelf, quests, text=text, page=page)


def _quest(shelf: Shelf, text: str) -> Card:
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


def _about(shelf: Shelf, text: str) -> tuple[Sequence[Quest], str]:
    """What fits the words, and the words: where nothing does, put right if that helps."""
    found = shelf.find(text)
    if not found and (meant := shelf.corrected(text)) and (likely := shelf.find(meant)):
        return likely, meant
    return found, text


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 1
