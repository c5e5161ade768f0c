"""This machine's time zone with its rules, so that a day also ends right after a clock change."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

    from bridge.core.clock import Clock

LOCALTIME: Final = Path("/etc/localtime")
_FOLDER: Final = "zoneinfo/"


def named_zone(name: str, clock: Clock) -> tzinfo:
    """The zone of `[state] timezone`, which was checked when it was read."""
    return local_zone(clock) if name == "local" else ZoneInfo(name)


def local_zone(
    clock: Clock, environment: Mapping[str, str] = os.environ, localtime: Path = LOCALTIME
) -> tzinfo:
    """The zone of this process: `TZ` if it is set, else what /etc/localtime is.

    Where neither tells it (elsewhere than on Unix; a `TZ` in POSIX's own notation): the offset that
    holds now, which is wrong after the next change of the clock.
    """
    found = _of_variable(environment["TZ"]) if environment.get("TZ") else _of_file(localtime)
    return found or clock.now().astimezone().tzinfo or ZoneInfo("UTC")


def _of_variable(text: str) -> tzinfo | None:
    name = text.removeprefix(":")
    if name.startswith("/"):
        return _of_file(Path(name))
    return _known(name)


def _of_file(path: Path) -> tzinfo | None:
    with suppress(OSError):
        # A link names the zone; a copy of the file has its rules alone.
        _, folder, name = str(path.resolve(strict=True)).rpartition(_FOLDER)
        if folder and (zone := _known(name)):
            return zone
    with suppress(OSError, ValueError), path.open("rb") as file:
        return ZoneInfo.from_file(file)
    return None


def _known(name: str) -> ZoneInfo | None:
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(name)
    return None
