"""The bar of long work."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from typing_extensions import override

from bridge.cli.progress import Bar

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


def test_it_is_shown_at_a_terminal_and_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Bar() as bar:
        bar.show(1, 2, "mods/\x1b[31ma.jar")
    written = terminal.getvalue()
    assert "#" * 15 + "." * 15 + "] 1/2 mods/[31ma.jar" in written
    assert written.endswith("\r\x1b[K")


def test_elsewhere_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = io.StringIO()
    monkeypatch.setattr(sys, "stderr", elsewhere)
    with Bar() as bar:
        bar.show(1, 2, "x")
    assert elsewhere.getvalue() == ""
