"""Cards about notes. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.knowledge.entries import section_of
from bridge.knowledge.sections import portions
from bridge.modules.repeating import repeated
from bridge.ui.markdown import lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.core.cards import Line
    from bridge.knowledge.entries import Hit
    from bridge.knowledge.sections import Page

_T = TypeVar("_T")

NOTES: Final = "system:notes"
ORGANIZE: Final = "system:organize"
PAGE: Final = 5
"""Found notes on one card."""
LISTED: Final = 8
"""Titles on one card."""
PORTION: Final = 900
"""Characters of a note on one card."""


def contents(notes: Mapping[str, Page], page: int) -> Card:
    """A page (from 1) of the notes by title."""
    if not notes:
        return Card(kind=CardKind.NOTICE, lines=((Words("notes.empty"),),))
    named = list(notes.items())
    shown, more = _paged(named, LISTED, page, {})
    buttons = [Button((Plain(note.title),), _open(name)) for name, note in shown]
    return Card(
        kind=CardKind.LIST,
        title=(Words("capability.system:notes"), Plain(f"  {len(named)}", Style.FAINT)),
        buttons=(*buttons, *more),
    )


def found(hits: Sequence[Hit], *, text: str, page: int) -> Card:
    """A page (from 1) of what was found, each with the piece that says most."""
    shown, more = _paged(hits, PAGE, page, {"text": text})
    lines: list[Line] = []
    for hit in shown:
        lines.append((Plain(hit.entry.name, Style.STRONG),))
        lines += lines_of(hit.snippet)[:3]
    buttons = [Button((Plain(hit.entry.name),), _open(hit.entry.key)) for hit in shown]
    return Card(
        kind=CardKind.LIST,
        title=(Words("notes.about", {"text": repeated(text)}),),
        lines=tuple(lines),
        buttons=(*buttons, *more),
    )


def nothing(text: str) -> Card:
    """No note says anything about it."""
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words("notes.none", {"text": repeated(text)}),),),
        buttons=(Button((Words("notes.all"),), Run(NOTES)),),
    )


def note(key: str, page: Page, part: int, *, tidy: bool) -> Card:
    """A note whole, or the section that `key` (`rules.md#2`) names, in parts counted from 1.

    `tidy`: with the button that has a model put it in order.
    """
    name, number = section_of(key)
    sections = [each for each in page.sections if str(each.number) == number]
    title: Line = (Plain(page.title),)
    text = page.text
    if sections:
        text = sections[0].text
        if sections[0].title != page.title:
            title = (Plain(sections[0].title), Plain(f"  {page.title}", Style.FAINT))
    parts = list(portions(text, PORTION)) or [""]
    part = min(max(part, 1), len(parts))
    buttons: list[Button] = []
    if part < len(parts):
        label = Words("notes.more", {"page": part + 1, "pages": len(parts)})
        buttons.append(Button((label,), Run(NOTES, {"note": key, "page": str(part + 1)})))
    if sections and len(page.sections) > 1:
        buttons.append(Button((Words("notes.whole"), Plain(page.title)), _open(name)))
    if tidy:
        buttons.append(Button((Words("organize.tidy"),), Run(ORGANIZE, {"note": name})))
    return Card(
        kind=CardKind.ANSWER, title=title, lines=lines_of(parts[part - 1]), buttons=tuple(buttons)
    )


def _paged(
    items: Sequence[_T], size: int, page: int, given: Mapping[str, str]
) -> tuple[Sequence[_T], Sequence[Button]]:
    """The items of a page, and the button to the next one where there is one."""
    pages = max(1, -(-len(items) // size))
    page = min(max(page, 1), pages)
    shown = items[(page - 1) * size : page * size]
    if page == pages:
        return shown, ()
    label = Words("notes.more", {"page": page + 1, "pages": pages})
    return shown, (Button((label,), Run(NOTES, {**given, "page": str(page + 1)})),)


def _open(key: str) -> Run:
    return Run(NOTES, {"note": key})
