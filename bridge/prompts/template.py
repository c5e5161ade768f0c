"""The text of one prompt: checked when it is read, rendered when it is used. Pure.

The only placeholder is `{{player_language}}`. Single braces, and double ones around anything but a
word, are text: prompts show JSON.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError
from bridge.prompts.languages import language_name

if TYPE_CHECKING:
    from collections.abc import Callable

_LANGUAGE: Final = "{{player_language}}"
_PLACEHOLDER: Final = re.compile(r"\{\{(?!\{)[ \t]*(?P<name>\w[^{}\n]*)?(?P<end>\}\})?")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SHOWN: Final = 40
"""Characters of a wrong name that are repeated."""


def parse(content: bytes, *, file: str) -> str:
    """The text of a file, without BOM, with `\\n` as line end, placeholders in their plain form.

    Raises ConfigurationError with the line for what is not UTF-8 text, is empty, holds a control
    character or a placeholder that there is not. A file of zeros, or none at all, is what a crash
    or an interrupted save leaves behind.
    """

    def fail(problem: str, before: int | bytes) -> ConfigurationError:
        line = (before if isinstance(before, int) else before.count(b"\n")) + 1
        return ConfigurationError(file=file, key="", problem=problem, line=line)

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fail("is not UTF-8 text", content[: error.start]) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise fail("is empty", 0)
    if control := _CONTROL.search(text):
        problem = f"holds the control character U+{ord(control[0]):04X}"
        raise fail(problem, text.count("\n", 0, control.start()))
    return _PLACEHOLDER.sub(lambda found: _checked(found, fail), text).strip()


def render(text: str, language: str) -> str:
    """The text for a player of this language, by its code."""
    return text.replace(_LANGUAGE, language_name(language))


def _checked(found: re.Match[str], fail: Callable[[str, int | bytes], ConfigurationError]) -> str:
    if found["name"] is None:
        return found[0]
    name = found["name"].strip()
    line = found.string.count("\n", 0, found.start())
    if not found["end"]:
        raise fail(f"the placeholder {{{{{_shown(name)} is not closed", line)
    if name != "player_language":
        problem = f"unknown placeholder {{{{{_shown(name)}}}}}; there is only {_LANGUAGE}"
        raise fail(problem, line)
    return _LANGUAGE


def _shown(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
