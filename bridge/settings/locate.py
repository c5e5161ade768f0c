"""Where bridge.toml is and what its paths start from. Imports nothing heavy: every command asks."""

from __future__ import annotations

import os
from pathlib import Path

CONFIG_PATH = Path("config/bridge.toml")


def nearest(start: Path) -> Path | None:
    """`config/bridge.toml` in `start` or the nearest folder above it."""
    candidates = (folder / CONFIG_PATH for folder in (start, *start.parents))
    return next((path for path in candidates if path.is_file()), None)


def root_of(config: Path) -> Path:
    """The parent of the file's folder if that is called `config`, else the folder itself."""
    folder = Path(os.path.realpath(config)).parent
    return folder.parent if folder.name == "config" else folder
