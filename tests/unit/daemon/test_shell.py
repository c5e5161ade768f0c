"""Who asks at the command line, and how they are answered."""

from __future__ import annotations

import pytest

from bridge.access.reply import Reply
from bridge.core.actors import Console
from bridge.core.cards import Plain
from bridge.daemon.shell import SHELL, answer


def test_the_shell_is_a_console() -> None:
    assert (SHELL.actor, SHELL.origin) == (Console(origin="shell"), "shell")


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_reply_is_one_text_in_english(code: int) -> None:
    reply = Reply(lines=((Plain("a"), Plain("b")), (Plain("c"),)), exit=code, data={"x": 1})  # pyright: ignore[reportArgumentType] - the parameter is one of three
    told = answer(reply)
    assert (told.ok, told.exit, told.text, told.data) == (code == 0, code, "ab\nc", {"x": 1})
