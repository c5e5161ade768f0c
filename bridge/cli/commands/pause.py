"""`pause`: it works without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import asking
from bridge.cli.command import Command

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    return asking.answered(given.options, "pause", {})


COMMAND = Command(summary="No model is called, for anybody, until resume.", run=_run)
