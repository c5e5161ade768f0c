"""Pages are found by number, title, file name, subject, or something like the title."""

from __future__ import annotations

import pytest

from bridge.knowledge.contents import page_of
from bridge.knowledge.sections import page

PAGES = [
    page("en_us/1-asking.md", "# Asking\nWrite @ai."),
    page("en_us/2-modes.md", "# Modes\nFour.\n## Free chat\nTalks."),
    page("en_us/3-privacy.md", "# Privacy and data\nKept here."),
]


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("1", 0),
        ("3", 2),
        ("0", None),
        ("4", None),
        ("99999999", None),
        ("MODES", 1),
        ("en_us/2-modes.md", 1),
        ("the privacy", 2),
        ("free chat", 1),
        ("moddes", 1),
        ("zeppelin", None),
        ("", None),
    ],
)
def test_which_page_is_meant(asked: str, at: int | None) -> None:
    assert page_of(PAGES, asked) == at


def test_where_there_are_none_none_is_meant() -> None:
    assert page_of([], "modes") is None
