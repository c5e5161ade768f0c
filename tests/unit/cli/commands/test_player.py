"""`player NAME ...` is written in one of three ways."""

from __future__ import annotations

import pytest

from bridge.cli.app import invoke
from bridge.core.errors import UsageError


@pytest.mark.parametrize("words", ["", "Mara", "Mara dance", "Mara bind", "Mara show more"])
def test_anything_else_is_wrong_usage(words: str) -> None:
    with pytest.raises(UsageError):
        invoke(["player", *words.split()])
