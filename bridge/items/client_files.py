"""The owner's own client files that names are also read from: a list beside the index.

A server has the game's names in English only; other languages are in the client's jar (mods') and
among its assets (the game's).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from bridge.core.errors import ReadError
from bridge.files.atomic import replace_file


def list_file(database: Path) -> Path:
    """Where the list of an index stands."""
    return database.with_suffix(".client.json")


def client_files(database: Path) -> list[Path]:
    """The files that were added. Raises ReadError for a list that cannot be read."""
    path = list_file(database)
    try:
        value: object = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ReadError("cannot be read", file=str(path)) from error
    if not isinstance(value, list):
        raise ReadError("is not a list", file=str(path))
    return [Path(each) for each in cast("list[object]", value) if isinstance(each, str)]


def add_client_file(database: Path, file: Path) -> None:
    """Add one; again changes nothing. Raises ReadError, also for a file that is not there."""
    resolved = file.expanduser().resolve()
    if not resolved.exists():
        raise ReadError("there is no such file", file=str(file))
    files = client_files(database)
    if resolved not in files:
        list_file(database).parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps([str(path) for path in (*files, resolved)], indent=1)
        replace_file(list_file(database), text.encode())
