"""`system:notes`: the administrators' notes, by words or by title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.commands.explicit import Argument, Command
from bridge.knowledge.entries import Source, Viewer, section_of
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow
from bridge.tools.priority import Priority
from bridge.workflows.knowledge import cards

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.knowledge.search import Search
    from bridge.modules.workflow import Call

FOUND: Final = 40
"""Sections that one search shows, over all its pages."""
_SOURCES: Final = frozenset({Source.NOTES})


def workflow(search: Search) -> Workflow:
    """Over one server's search."""

    async def show(call: Call) -> Card:
        notes = await search.library.notes()
        page = _number(call.input.get("page", "1"))
        if key := call.input.get("note", ""):
            name = section_of(key)[0]
            if name not in notes:
                return cards.nothing(name)
            return cards.note(key, notes[name], page, tidy=call.administrator)
        text = call.input.get("text", "")
        if not text:
            return cards.contents(notes, page)
        viewer = Viewer(player=call.player, language=call.language)
        hits = await search.find(viewer, text, sources=_SOURCES, limit=FOUND)
        if not hits:
            return cards.nothing(text)
        key = hits[0].entry.key
        if len(hits) == 1 and (only := notes.get(section_of(key)[0])) is not None:
            return cards.note(key, only, 1, tidy=call.administrator)
        return cards.found(hits, text=text, page=page)

    return Workflow(
        id=cards.NOTES,
        run=show,
        command=Command(
            name="notes",
            usage="command.notes.usage",
            summary="command.notes.summary",
            argument=Argument.OPTIONAL,
        ),
        routing=Routing(
            description=(
                "Show this server's own notes (rules, announcements, places): about some words, "
                "or the list of them."
            ),
            inputs=TextInputs({"text": TextInput("words to look for; leave out for the list")}),
            priority=Priority.LOCAL,
        ),
    )


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 1
