"""A model's Markdown as lines of a card: bold, code, headings, lists; links lose their address.

Pure. What is not understood is shown as it was written. Nothing in it becomes a click or hover.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Plain, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.core.cards import Line

MOST_LINES: Final = 400
_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_HEADING: Final = re.compile(r"^\s*#{1,6}\s+(?P<text>.*?)\s*#*$")
_BULLET: Final = re.compile(r"^(?P<indent>\s*)[-*+]\s+(?P<text>.*)$")
_RULE: Final = re.compile(r"^\s*([-*_])(?:\s*\1){2,}\s*$")
_QUOTE: Final = re.compile(r"^\s*>\s?(?P<text>.*)$")
_SPAN: Final = re.compile(
    r"\*\*(?P<bold>(?:[^*\n]|\*(?!\*))+)\*\*"
    r"|__(?P<under>[^_\n]+)__"
    r"|`(?P<code>[^`\n]+)`"
    r"|!?\[(?P<link>[^\]\n]*)\]\([^)\n]*\)"
    r"|(?<![\w*])\*(?P<emphasis>[^*\s](?:[^*\n]*[^*\s])?)\*(?![\w*])"
)
_STYLES: Final = {
    "bold": Style.STRONG,
    "under": Style.STRONG,
    "code": Style.GOOD,
    "link": Style.NORMAL,
    "emphasis": Style.NORMAL,
}


def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of a text; empty ones are left out, and so is what comes after `MOST_LINES`."""
    lines = [line for line in _lines(text) if line]
    if len(lines) > MOST_LINES:
        return (*lines[: MOST_LINES - 1], (Plain("...", Style.FAINT),))
    return tuple(lines)


def _lines(text: str) -> Iterator[Line]:
    in_code = False
    for raw in text.replace("\t", "    ").splitlines():
        if _FENCE.match(raw):
            in_code = not in_code
        elif in_code:
            yield (Plain(_shown(raw), Style.GOOD),) if raw.strip() else ()
        else:
            yield _line(raw)


def _line(raw: str) -> Line:
    if not raw.strip() or _RULE.match(raw):
        return ()
    if heading := _HEADING.match(raw):
        return (Plain(_bare(heading["text"]), Style.STRONG),)
    if bullet := _BULLET.match(raw):
        indent = "  " * min(len(bullet["indent"]) // 2, 3)
        return (Plain(f"{indent}- "), *_spans(bullet["text"]))
    if quote := _QUOTE.match(raw):
        return (Plain(_bare(quote["text"]), Style.FAINT),)
    return tuple(_spans(raw.strip()))


def _spans(text: str) -> Iterator[Plain]:
    position = 0
    for match in _SPAN.finditer(text):
        if match.start() > position:
            yield Plain(_shown(text[position : match.start()]))
        kind = match.lastgroup
        if kind is not None and (inside := match[kind]):
            yield Plain(_shown(inside), _STYLES[kind])
        position = match.end()
    if position < len(text):
        yield Plain(_shown(text[position:]))


def _bare(text: str) -> str:
    return "".join(part.text for part in _spans(text))


def _shown(text: str) -> str:
    """Without codes of the game: a section sign would colour the rest."""
    return text.replace("§", "")
