"""A model's tidied text as a note again, and what differs from the old one. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.knowledge import words

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADING: Final = re.compile(r"^(?:\*\*)?(?P<title>[^-*\s#].{0,78}?)(?:\*\*)?\s*[:：](?:\*\*)?$")
_MARKED: Final = re.compile(r"^#{1,6}\s+(?P<title>.+?)\s*#*$")
_FACT: Final = re.compile(
    r"https?://[^\s<>()\[\]]+|[a-z][a-z0-9_.-]*:[a-z0-9_./-]+|[/@!][a-z]\w*|-?\d+(?:[.,:]\d+)*",
    re.ASCII,
)
_COMMENT_MARK: Final = re.compile(r"<!--|-->")
LEAST: Final = 0.4
"""A tidied note that has less of the words than this has lost too much to be offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What a tidied note does to the old one, by lines that say something."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    before: int
    after: int
    lost: tuple[str, ...]
    """Figures, ids, commands and addresses that the new one does not have."""
    invented: tuple[str, ...]
    """Those that only the new one has."""
    kept: float
    """The share of the old words that the new one still has."""


def as_note(title: str, text: str, comments: Sequence[str] = ()) -> str:
    """The file: its title, and a heading for each line that ends in a colon and stands alone.

    What is fenced stays as it is. `comments` are the old note's, which no model is shown.
    """
    lines: list[str] = [f"# {title}"]
    fenced = False
    for raw in _written(text).strip().splitlines():
        line = raw.rstrip()
        fence = line.lstrip().startswith(("```", "~~~"))
        heading = None if fenced or fence else _HEADING.match(line) or _MARKED.match(line)
        if heading is None:
            lines.append(line)
        elif heading["title"].strip() != title:
            lines += ["", f"## {heading['title'].strip()}"]
        fenced ^= fence
    whole = "\n".join(lines).rstrip() + "\n"
    return "\n".join([whole, *(f"{comment}\n" for comment in comments)])


def _written(text: str) -> str:
    """A model's text without the marks of a comment, behind which its words would be in no page."""
    while text != (plain := _COMMENT_MARK.sub("", text)):
        text = plain
    return text


def difference(old: str, new: str) -> Difference:
    """What changed. Order alone is no loss: it is what tidying is for."""
    before, after = _lines(old), _lines(new)
    same = set(before) & set(after)
    facts, new_facts = _facts(old), _facts(new)
    old_words = set(words.indexed(old).split())
    new_words = set(words.indexed(new).split())
    return Difference(
        removed=tuple(line for line in before if line not in same),
        added=tuple(line for line in after if line not in same),
        before=len(before),
        after=len(after),
        lost=tuple(fact for fact in facts if fact not in new_facts),
        invented=tuple(fact for fact in new_facts if fact not in facts),
        kept=len(old_words & new_words) / len(old_words) if old_words else 1.0,
    )


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _facts(text: str) -> dict[str, None]:
    return dict.fromkeys(each.rstrip(".,:") for each in _FACT.findall(words.folded(text)))
