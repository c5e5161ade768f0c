"""Long answers in readable pieces: a page, and a button for the next one. Pure.

A page is what a chat window shows without scrolling, and one command of the game holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Plain, Show, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.core.cards import Card, Line, Part

ROWS: Final = 12
"""Rows of the chat window on one page."""
COLUMNS: Final = 48
"""Letters in a row; a Chinese character takes two."""
BYTES: Final = 900
"""UTF-8 of a page's text. A command has 1,446 bytes, and the components around it take some."""
_ENDS: Final = ("。", "！", "？", "；", ". ", "! ", "? ", "; ", "，", ", ", " ")
"""Where a line may be parted, the best first; after the mark."""


def paged(card: Card) -> Card:
    """The first page of a model's answer; its last button shows the rest. Others stay whole."""
    if not card.by_model:
        return card
    pages = list(_pages(card.lines))
    if len(pages) < 2:
        return card
    following: Card | None = None
    for number in range(len(pages), 0, -1):
        lines = pages[number - 1]
        buttons = card.buttons if number == len(pages) else ()
        if following is not None:
            label = Words("card.more", {"page": number + 1, "pages": len(pages)})
            buttons = (Button((label,), Show(following)),)
        title = card.title if number == 1 else ()
        following = replace(card, title=title, lines=lines, buttons=buttons)
    assert following is not None
    return following


def _pages(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    page: list[Line] = []
    rows = size = 0
    for line in (piece for each in lines for piece in _pieces(each)):
        line_rows, line_size = _rows(line), _bytes(line)
        if page and (rows + line_rows > ROWS or size + line_size > BYTES):
            yield tuple(page)
            page, rows, size = [], 0, 0
        page.append(line)
        rows += line_rows
        size += line_size
    if page:
        yield tuple(page)


def _pieces(line: Line) -> Iterator[Line]:
    """A line in pieces that fit one page each."""
    current: list[Part] = []
    for part in line:
        left = part
        while isinstance(left, Plain) and not _fits((*current, left)):
            end = _cut(left.text, current)
            if not end and not current:
                break
            if end:
                current.append(Plain(left.text[:end].rstrip(), left.style))
            yield tuple(current)
            current = []
            left = Plain(left.text[end:].lstrip(), left.style)
        if not isinstance(left, Plain) or left.text:
            current.append(left)
    if current:
        yield tuple(current)


def _cut(text: str, before: list[Part]) -> int:
    """How many characters of `text` still fit after `before`, up to the best place to part it."""
    least, most = 0, len(text)
    while least < most:
        middle = (least + most + 1) // 2
        if _fits((*before, Plain(text[:middle]))):
            least = middle
        else:
            most = middle - 1
    for end in _ENDS:
        place = text.rfind(end, least // 2, least)
        if place >= 0:
            return place + len(end)
    return least


def _fits(line: Line) -> bool:
    return _rows(line) <= ROWS and _bytes(line) <= BYTES


def _rows(line: Line) -> int:
    return max(1, -(-sum(_width(part) for part in line) // COLUMNS))


def _width(part: Part) -> int:
    if not isinstance(part, Plain):
        return COLUMNS  # a sentence of ours: about a row
    return sum(1 if ord(character) < 0x1100 else 2 for character in part.text)


def _bytes(line: Line) -> int:
    return sum(
        len(part.text.encode(errors="replace")) if isinstance(part, Plain) else COLUMNS
        for part in line
    )
