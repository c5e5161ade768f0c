"""The file that our KubeJS script reads: the key that it signs with, and what chat is ours.

`kubejs/config/system_bridge.json` below the server's directory, mode 0600: the game and this
program run as one user. KubeJS lets a script read JSON alone, so the key is in hex in it.
"""

from __future__ import annotations

import json
import re
import secrets
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ReadError
from bridge.files.atomic import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KEY_FILE: Final = PurePath("kubejs", "config", "system_bridge.json")
"""From the server's directory."""

_KEY_BYTES: Final = 32
_KEY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LONGEST: Final = 1 << 16


def load_key(directory: Path) -> bytes | None:
    """The key of the server in `directory`; None where the script was not set up.

    Raises ReadError for a file that cannot be read, is no such file, or is open to others.
    """
    path = directory / KEY_FILE
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST)
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise ReadError(problem, file=str(path)) from error
    if mode & 0o077:
        raise ReadError("others may read it; chmod 600, and remove it if they did", file=str(path))
    try:
        content = cast("object", json.loads(data))
    except (ValueError, RecursionError) as error:
        raise ReadError("is not JSON", file=str(path)) from error
    match content:
        case {"key": str(key)} if _KEY.fullmatch(key):
            return bytes.fromhex(key)
        case _:
            raise ReadError('has no "key" of 64 hexadecimal digits', file=str(path))


def new_key() -> bytes:
    """Another one, from the system's random numbers."""
    return secrets.token_bytes(_KEY_BYTES)


def key_file(key: bytes, prefixes: Sequence[str]) -> bytes:
    """The content of the file: the key, and what a line for the assistant begins with."""
    return f"{json.dumps({'key': key.hex(), 'prefixes': list(prefixes)}, indent=2)}\n".encode()


def write_key(directory: Path, prefixes: Sequence[str]) -> bytes:
    """Set the script up: the key stays if there is one, the prefixes become these.

    Nothing is written where nothing changes. Raises ReadError like `load_key`, and OSError.
    """
    key = load_key(directory) or new_key()
    content = key_file(key, prefixes)
    path = directory / KEY_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        replace_file(path, content, mode=0o600)
    return key
