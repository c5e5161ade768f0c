"""A Markdown file as a page of sections, one a heading. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 1_800
"""Characters of one section: a longer one is parted between its paragraphs."""
TITLE: Final = 120
"""Characters of a heading: each section of a page is indexed with its page's."""
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading. `number` counts from 1 in its page."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One file. `title` is its first heading of the first level, else its name."""

    name: str
    title: str
    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        """All of it but the title; headings stand as Markdown's."""
        parts: list[str] = []
        before = self.title
        for section in self.sections:
            if section.title != before:
                parts.append(f"## {section.title}")
                before = section.title
            parts.append(section.text)
        return "\n\n".join(part for part in parts if part)


def page(name: str, text: str) -> Page:
    """The page that a file's text is. Comments are not part of it; empty sections are left out."""
    found = [
        (level, title, body.strip("\n"))
        for level, title, body in _headed(parted_comments(text)[0].splitlines())
    ]
    named = next((title for level, title, _ in found if level == 1 and title), "")
    whole = named or _readable(name)
    parts = ((title or whole, part) for _, title, body in found for part in portions(body, LONGEST))
    return Page(
        name=name,
        title=whole,
        sections=tuple(
            Section(number, title, part) for number, (title, part) in enumerate(parts, start=1)
        ),
    )


def _headed(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Level, heading and what stands under it; level 0 is what stands before the first."""
    level, title, body, fence = 0, "", list[str](), ""
    for line in lines:
        if marked := _FENCE.match(line):
            if not fence:
                fence = marked[1]
            elif marked[1].startswith(fence):
                fence = ""
        heading = None if fence else _HEADING.fullmatch(line)
        if heading is None:
            body.append(line)
            continue
        yield level, title, "\n".join(body)
        level, title, body = len(heading[1]), _heading(heading[2] or ""), []
    yield level, title, "\n".join(body)


def _heading(text: str) -> str:
    """What a heading says, without the marks that may close it (CommonMark 4.2)."""
    title = text.strip(" \t")
    bare = title.rstrip("#")
    title = bare.rstrip(" \t") if not bare or bare.endswith((" ", "\t")) else title
    return title if len(title) <= TITLE else f"{title[: TITLE - 1]}…"


def parted_comments(text: str) -> tuple[str, list[str]]:
    """A text without its comments, and those. One without an end is none."""
    kept: list[str] = []
    comments: list[str] = []
    at = 0
    while (begin := text.find("<!--", at)) >= 0 and (end := text.find("-->", begin + 4)) >= 0:
        kept.append(text[at:begin])
        at = end + 3
        comments.append(text[begin:at])
    return "".join([*kept, text[at:]]), comments


def portions(text: str, longest: int) -> Iterator[str]:
    """Pieces of at most `longest` characters, parted between paragraphs where that is possible."""
    piece = ""
    for paragraph in _PARAGRAPHS.split(text):
        if piece and len(piece) + len(paragraph) + 2 > longest:
            yield piece
            piece = ""
        piece = f"{piece}\n\n{paragraph}" if piece else paragraph
        while len(piece) > longest:
            end = max(piece.rfind("\n", 0, longest), piece.rfind(" ", 0, longest))
            end = end if end > 0 else longest
            if piece[:end].strip():
                yield piece[:end]
            piece = piece[end:].lstrip()
    if piece.strip():
        yield piece


def _readable(name: str) -> str:
    """`10-server_rules` as a title: without its number, with blanks."""
    stem = name.rpartition("/")[2].removesuffix(".md")
    return re.sub(r"^\d+[-_ ]+", "", stem).replace("_", " ").replace("-", " ").strip() or stem
