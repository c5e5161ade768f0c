"""`manual.read`: the pages of the manual on the assistant itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from bridge.core.errors import RefusedError
from bridge.knowledge.contents import page_of
from bridge.tools.readers.knowledge import viewer
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.tools.tool import Asker

TEXT: Final = 6_000
"""Characters of a page that fit an observation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadInput:
    """Which page; without one the list of them is given."""

    page: Annotated[
        str, Field(max_length=100, description="its number or title; empty: list the pages")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualText:
    """A page whole, or, with `page` 0, none; `pages` are the titles of all, in their order."""

    page: int
    title: str
    text: str
    pages: tuple[str, ...]


def tools(library: KnowledgeLibrary) -> tuple[Tool[Any, Any], ...]:
    """The one, over the daemon's manual."""

    async def read(asker: Asker, given: ReadInput) -> ManualText:
        pages = await library.manual(viewer(asker))
        titles = tuple(page.title for page in pages)
        if not given.page.strip():
            return ManualText(page=0, title="", text="", pages=titles)
        found = page_of(pages, given.page)
        if found is None:
            raise RefusedError("no such page; leave `page` out for the list of them")
        page = pages[found]
        return ManualText(page=found + 1, title=page.title, text=page.text[:TEXT], pages=titles)

    return (
        Tool("manual.read", ReadInput, ManualText, read).for_reasoning(
            "Read a page of the manual on this assistant: what it can do, modes, commands, "
            "privacy, limits. Without a page: the list of pages."
        ),
    )
