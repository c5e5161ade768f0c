"""The files of config/system of a test: none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bridge.daemon.system_files import SystemFiles

if TYPE_CHECKING:
    from bridge.core.clock import Clock


def no_files(clock: Clock) -> SystemFiles:
    """Everything as it is where nothing is configured."""
    nowhere = Path("/nonexistent/config/system")
    return SystemFiles(nowhere, clock=clock, announce=lambda _: None)
