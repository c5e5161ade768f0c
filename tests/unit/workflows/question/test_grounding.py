"""When a draft is looked at again."""

from __future__ import annotations

import pytest

from bridge.workflows.question.grounding import needs_review

SOURCES = ("when does the bank open?", "The bank opens at 6:30, see mod:bank. It has 1,200 coins.")


@pytest.mark.parametrize(
    ("text", "cited", "again"),
    [
        ("It opens at 6:30.", [1], False),
        ("It opens at 6:30.", [], True),
        ("It opens at 6:30.", [0], True),
        ("It opens at 6:30.", [3], True),
        ("It opens at 7:30.", [1], True),
        ("Use mod:bank.", [1, 2], False),
        ("Use mod:vault.", [1], True),
        ("1. It opens.\n2. It has 1,200 coins.", [1], False),
        ("It has １,２００ coins.", [1], False),
        ("Soon.", [2], False),
    ],
)
def test_a_draft_without_ground_is(text: str, cited: list[int], again: bool) -> None:
    assert needs_review(text, cited, 2, SOURCES) is again
