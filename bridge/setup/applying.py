"""Carrying out what was planned: the only part of `init` that writes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.core.errors import RefusedError
from bridge.files.atomic import replace_file
from bridge.minecraft.world.contents import contents_if_there
from bridge.minecraft.world.java_properties import change_properties
from bridge.setup.changes import PRIVATE, PUBLIC, EditProperties, RemoveFile, WriteFile
from bridge.setup.occupancy import occupied

if TYPE_CHECKING:
    from bridge.setup.changes import Change


def apply(change: Change) -> None:
    """Carry out one change. Raises RefusedError where the server was started since, and OSError."""
    match change:
        case WriteFile(path=path, content=content, mode=mode):
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, content, mode)
        case RemoveFile(path=path):
            path.unlink(missing_ok=True)
        case EditProperties():
            _edit(change)


def _edit(change: EditProperties) -> None:
    if reason := occupied(change.directory, change.world):
        problem = f"{change.path} is left alone: {reason}; stop the server, then run this again"
        raise RefusedError(problem)
    # Read again: what stood there when the plan was made may have been changed since.
    before = contents_if_there(change.path) or b""
    after = change_properties(before, change.values, str(change.path))
    _replace(change.path, after, PRIVATE if change.secret else PUBLIC)


def _replace(path: Path, content: bytes, mode: int) -> None:
    # What is linked stays where it is, and a link stays a link.
    target = Path(os.path.realpath(path))
    if mode == PRIVATE and target.exists():
        target.chmod(PRIVATE)
    replace_file(target, content, mode=mode)
