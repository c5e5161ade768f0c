"""One pack as far as it is ours, and how much all of them may hold together. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError
from bridge.prompts.naming import Name, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST: Final = 64 << 10
"""Bytes of one file: far more than a model should be told each time."""
MOST_FILES: Final = 1024
MOST_BYTES: Final = 4 << 20
"""Of all packs of a world together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Its prompts and systems; `label`, such as `datapacks/a.zip`, is for messages."""

    label: str
    files: Mapping[Name, bytes]


def refusal(label: str, path: str, problem: str) -> ConfigurationError:
    """The error for a file of a pack, or for the pack (`path` empty)."""
    file = f"{label}/{path}" if path else label
    return ConfigurationError(file=file, key="", problem=problem)


def named(label: str, path: str) -> Name | None:
    """`name_of`, whose refusal is a ConfigurationError."""
    try:
        return name_of(path)
    except ValueError as error:
        raise refusal(label, path, str(error)) from error


class Allowance:
    """What is left of the limits in one reading of all packs."""

    def __init__(self) -> None:
        self._files = MOST_FILES
        self._bytes = MOST_BYTES

    def take(self, size: int, label: str, path: str) -> None:
        """Count a file before its content is read. Raises ConfigurationError."""
        self._files -= 1
        self._bytes -= size
        if size > LARGEST:
            raise refusal(label, path, f"is longer than {LARGEST} bytes")
        if self._files < 0:
            raise refusal(label, path, f"is one too many: all packs may have {MOST_FILES} files")
        if self._bytes < 0:
            raise refusal(label, path, f"is too much: all packs may have {MOST_BYTES} bytes")
