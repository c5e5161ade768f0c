"""A question speaks of a thing where it says the whole name."""

from __future__ import annotations

import pytest

from bridge.workflows.question.naming import is_named


@pytest.mark.parametrize(
    ("name", "question", "named"),
    [
        ("Blaze Rod", "where do I get blaze rods?", True),
        ("Blaze Rod", "what is a BLAZE-ROD", True),
        ("Iron Bars", "where is the iron temple", False),
        ("Bar", "where are the barrels", False),
        ("烈焰棒", "烈焰棒在哪里", True),
        ("烈焰棒", "烈焰人在哪里", False),
        ("床", "怎么做床", True),
        ("ME 控制器", "me控制器怎么用", True),
        ("ME 控制器", "控制器怎么用", False),
        ("★", "anything", False),
        ("", "anything", False),
    ],
)
def test_a_name_is_said_whole_or_not_at_all(name: str, question: str, *, named: bool) -> None:
    assert is_named(name, question) is named
