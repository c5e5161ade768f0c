"""`system:manual`: the contents, or one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.knowledge.contents import page_of
from bridge.knowledge.entries import Source, Viewer, section_of
from bridge.knowledge.sections import portions
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.repeating import repeated
from bridge.modules.workflow import Routing, Workflow
from bridge.tools.priority import Priority
from bridge.ui.markdown import lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.knowledge.search import Search
    from bridge.knowledge.sections import Page
    from bridge.modules.workflow import Call

ID: Final = "system:manual"
PORTION: Final = 900
"""Characters of a page on one card."""


def workflow(search: Search) -> Workflow:
    """Over the manual of one daemon; words that no title has are looked for in the texts."""

    async def show(call: Call) -> Card:
        viewer = Viewer(
            player=call.player, language=call.language, administrator=call.administrator
        )
        pages = await search.library.manual(viewer)
        asked = call.input.get("page", "")
        if not asked:
            return _contents(pages)
        found = page_of(pages, asked)
        if found is None:
            hits = await search.find(viewer, asked, sources=frozenset({Source.MANUAL}), limit=1)
            names = [page.name for page in pages]
            name = section_of(hits[0].entry.key)[0] if hits else ""
            if name not in names:
                return _nothing(asked)
            found = names.index(name)
        return _page(pages, found, call.input.get("part", "1"))

    return Workflow(
        id=ID,
        run=show,
        command=Command(
            name="manual",
            usage="command.manual.usage",
            summary="command.manual.summary",
            argument=Argument.OPTIONAL,
            input="page",
        ),
        routing=Routing(
            description="Show the manual on this assistant: its contents or one page.",
            inputs=TextInputs(
                {"page": TextInput("a page's number, title or subject; leave out for the contents")}
            ),
            priority=Priority.LOCAL,
        ),
    )


def _contents(pages: Sequence[Page]) -> Card:
    if not pages:
        return Card(kind=CardKind.NOTICE, lines=((Words("manual.empty"),),))
    return Card(
        kind=CardKind.LIST,
        title=(Words("capability.system:manual"),),
        buttons=tuple(
            Button((Plain(page.title),), Run(ID, {"page": str(number)}))
            for number, page in enumerate(pages, start=1)
        ),
    )


def _page(pages: Sequence[Page], at: int, asked_part: str) -> Card:
    page = pages[at]
    parts = list(portions(page.text, PORTION)) or [""]
    number = int(asked_part) if asked_part.isdecimal() and len(asked_part) < 6 else 1
    part = min(max(number, 1), len(parts))
    buttons: list[Button] = []
    if part < len(parts):
        label = Words("manual.more", {"part": part + 1, "parts": len(parts)})
        buttons.append(Button((label,), Run(ID, {"page": str(at + 1), "part": str(part + 1)})))
    elif at + 1 < len(pages):
        label = (Words("manual.next"), Plain(pages[at + 1].title))
        buttons.append(Button(label, Run(ID, {"page": str(at + 2)})))
    buttons.append(_contents_button())
    place = Plain(f"  {at + 1}/{len(pages)}", Style.FAINT)
    return Card(
        kind=CardKind.ANSWER,
        title=(Plain(page.title), place),
        lines=lines_of(parts[part - 1]),
        buttons=tuple(buttons),
    )


def _nothing(asked: str) -> Card:
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words("manual.none", {"text": repeated(asked)}),),),
        buttons=(_contents_button(),),
    )


def _contents_button() -> Button:
    return Button((Words("manual.contents"),), Run(ID))
