"""`ai`: exactly `/system ai`. It works without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import asking
from bridge.cli.command import Command, Words

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    return asking.answered(given.options, "ai", {"text": " ".join(("ai", *given.words))})


COMMAND = Command(
    summary="Exactly /system ai ...",
    run=_run,
    words=Words("[WORD...]", "as in the game"),
    free=True,
)
