"""Java's properties format, as the game reads server.properties (java.util.Properties.load). Pure.

The bytes are UTF-8, or Latin-1 where they are not (the game since 1.20; before, always Latin-1,
which is the same for the ASCII with \\u escapes that the game itself writes).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BLANKS: Final = " \t\f"
_LINE: Final = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_KEY: Final = re.compile(r"(?:[^\\=: \t\f]|\\.)*", re.DOTALL)
_SEPARATOR: Final = re.compile(r"[ \t\f]*[=:]?[ \t\f]*")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROLS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_WRITTEN: Final = {
    "\\": r"\\",
    **{f: rf"\{letter}" for letter, f in _CONTROLS.items()},
    **{mark: f"\\{mark}" for mark in "=:#!"},
}


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key and its value, and where they stand: characters from `start` to `end`."""

    key: str
    value: str
    start: int
    end: int


def decode_properties(content: bytes) -> tuple[str, str]:
    """The text of a file, and the encoding it is in."""
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1"


def parse_properties(text: str, file: str = "") -> dict[str, str]:
    """Keys and values; of equal keys the last one stands. Raises ReadError for a bad \\u escape."""
    return {entry.key: entry.value for entry in _entries(text, file)}


def change_properties(content: bytes, changes: Mapping[str, str], file: str = "") -> bytes:
    """The file with these values; what is so already stays as it stands, new keys come at the end.

    Raises ReadError like `parse_properties`.
    """
    text, encoding = decode_properties(content)
    spans = {entry.key: entry for entry in _entries(text, file) if entry.key in changes}
    line_end = "\r\n" if "\r\n" in text else "\n"
    for entry in sorted(spans.values(), key=lambda entry: entry.start, reverse=True):
        if entry.value != changes[entry.key]:
            line = _written_line(entry.key, changes[entry.key])
            text = text[: entry.start] + line + text[entry.end :]
    added = [_written_line(key, value) for key, value in changes.items() if key not in spans]
    if added and text and not text.endswith(("\n", "\r")):
        text += line_end
    if added and _goes_on(text.rstrip("\r\n")):
        # So that the first new line does not continue the last old one. Twice, because a line
        # feed after a carriage return makes no new line.
        text += line_end * 2
    return (text + "".join(line + line_end for line in added)).encode(encoding)


def _entries(text: str, file: str) -> Iterator[_Entry]:
    for start, end, number, line in _logical_lines(text):
        found = _KEY.match(line)
        key = found[0] if found else ""
        separator = _SEPARATOR.match(line, len(key))
        value = line[separator.end() :] if separator else ""
        try:
            yield _Entry(_plain(key), _plain(value), start, end)
        except ValueError as error:
            raise ReadError(str(error), file=file, line=number, column=1) from error


def _logical_lines(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Start, end, number of the first line (from 1), and the text without continuations."""
    begun: tuple[int, int, str] | None = None
    end = 0
    for start, end, number, line in _natural_lines(text):
        piece = line.lstrip(_BLANKS)
        first, first_number, before = begun or (start, number, "")
        begun = None
        if not before and piece.startswith(("#", "!")):
            continue
        if _goes_on(piece):
            begun = (first, first_number, before + piece[:-1])
        elif before or piece:
            yield first, end, first_number, before + piece
    if begun is not None and begun[2]:
        yield begun[0], end, begun[1], begun[2]


def _natural_lines(text: str) -> Iterator[tuple[int, int, int, str]]:
    position, number = 0, 1
    while position < len(text) and (line := _LINE.match(text, position)):
        yield line.start(1), line.end(1), number, line[1]
        position, number = line.end(), number + 1


def _goes_on(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _plain(text: str) -> str:
    if "\\" not in text:
        return text
    # Two escapes may be the halves of one character.
    return _ESCAPE.sub(_meant, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _meant(escape: re.Match[str]) -> str:
    word = escape[1]
    if len(word) > 1:
        return chr(int(word[1:], 16))
    if word == "u":
        problem = "\\u is not followed by four hexadecimal digits"
        raise ValueError(problem)
    return _CONTROLS.get(word, word)


def _written_line(key: str, value: str) -> str:
    # Blanks would end a key, and are skipped in front of a value.
    name = _written(key).replace(" ", "\\ ")
    blank = "\\" if value.startswith(" ") else ""
    return f"{name}={blank}{_written(value)}"


def _written(text: str) -> str:
    return "".join(_written_character(character) for character in text)


def _written_character(character: str) -> str:
    if character in _WRITTEN:
        return _WRITTEN[character]
    if " " <= character <= "~":
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex().upper()}" for at in range(0, len(units), 2))
