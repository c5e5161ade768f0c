"""Changing one note: only if it still is what the change was made from, and its old text is kept.

Blocking: called in a thread.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from bridge.core.errors import RefusedError
from bridge.files.atomic import replace_file

if TYPE_CHECKING:
    from pathlib import Path


_PATH: Final = frozenset("/\\:\0")
"""What makes more of a name than a name, on Windows too."""


def read_note(folder: Path, name: str) -> tuple[str, str]:
    """A note's text, and the digest of its bytes. Raises RefusedError."""
    try:
        content = (folder / _plain(name)).read_bytes()
        return content.decode("utf-8-sig"), digest_of(content)
    except (OSError, UnicodeDecodeError) as error:
        raise RefusedError(f"{name} cannot be read") from error


def replace_note(folder: Path, name: str, text: str, *, before: str) -> None:
    """Make `text` the note, whose digest has to be `before` still.

    The old file stays beside it as `<name>.bak`, which is no note. Raises RefusedError where
    nothing was changed.
    """
    path = folder / _plain(name)
    try:
        if path.is_symlink():
            raise RefusedError(f"{name} is a link, whose file is not ours to replace")
        if digest_of(path.read_bytes()) != before:
            raise RefusedError(f"{name} was changed meanwhile")
        replace_file(path, text.encode(), keep=path.with_name(f"{path.name}.bak"))
    except OSError as error:
        raise RefusedError(f"{name} cannot be written: {error.strerror or error}") from error


def digest_of(content: bytes) -> str:
    """What a change is bound to."""
    return sha256(content).hexdigest()


def _plain(name: str) -> str:
    """The name of a file in the folder itself; nothing leads out of it."""
    if not name.endswith(".md") or name.startswith(".") or _PATH & set(name):
        raise RefusedError(f"{name[:60]!r} is no note")
    return name
