"""Finding a page by what a reader calls it. Pure."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from bridge.knowledge import queries, snippets, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.knowledge.sections import Page

_ALIKE: Final = 0.7


def page_of(pages: Sequence[Page], asked: str) -> int | None:
    """The place (from 0) of the page with this number, title or file name, else the nearest one.

    Nearest is the page whose title, else whose headings, say most of what was asked.
    """
    text = words.folded(asked).strip()
    if text.isdecimal() and len(text) < 6:
        number = int(text)
        return number - 1 if 1 <= number <= len(pages) else None
    for at, page in enumerate(pages):
        if text in {words.folded(page.title), words.folded(page.name)}:
            return at
    query = queries.asked(text)
    for headings in (False, True):
        shares = [query.coverage(snippets.present(query, _said(page, headings))) for page in pages]
        if shares and max(shares) > 0:
            return shares.index(max(shares))
    titles = [words.folded(page.title) for page in pages]
    alike = get_close_matches(text, titles, n=1, cutoff=_ALIKE)
    return titles.index(alike[0]) if alike else None


def _said(page: Page, headings: bool) -> list[str]:
    told = [page.title]
    if headings:
        told += [section.title for section in page.sections]
    return words.indexed("\n".join(told)).split()
