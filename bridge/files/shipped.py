"""Where the folders are that are part of the program: `config` and `datapack`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import bridge


def shipped(folder: Literal["config", "datapack"]) -> Path:
    """In the wheel below `bridge/shipped`, in a checkout beside the package."""
    package = Path(bridge.__file__).parent
    installed = package / "shipped" / folder
    return installed if installed.is_dir() else package.parent / folder
