"""The pack that comes with this program: the lowest of all, so that no core prompt is ever missing.

Blocking; a few milliseconds, once per daemon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError
from bridge.files.shipped import shipped
from bridge.prompts.building import build
from bridge.prompts.core_prompts import DEFAULT_PERSONALITY, DEFAULT_SYSTEM, CorePrompt
from bridge.prompts.folder_pack import read_folder
from bridge.prompts.pack import Allowance

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.prompts.pack import Pack

_FOLDER: Final = "datapack"


def shipped_pack(folder: Path | None = None) -> Pack:
    """Its prompts and systems, checked. Raises ConfigurationError for a damaged installation."""
    root = folder or shipped(_FOLDER)
    try:
        pack = read_folder(root, label=str(root), allowance=Allowance())
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise ConfigurationError(file=str(root), key="", problem=problem) from error
    snapshot = build([pack])
    present = snapshot.prompts.keys() | snapshot.systems.keys()
    for needed in (*CorePrompt, DEFAULT_PERSONALITY, DEFAULT_SYSTEM):
        if needed not in present:
            problem = f"{needed} is missing; install the program again"
            raise ConfigurationError(file=str(root), key="", problem=problem)
    return pack
