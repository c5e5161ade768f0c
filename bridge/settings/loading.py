"""Reading and checking `bridge.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from typing import TYPE_CHECKING

from bridge.core.errors import ConfigurationError
from bridge.settings.locate import root_of
from bridge.settings.positions import toml_line
from bridge.settings.problems import WrongValueError, first_problem
from bridge.settings.schema import BridgeFile, checked
from bridge.settings.snapshot import Settings

if TYPE_CHECKING:
    from pathlib import Path


def load(path: Path) -> Settings:
    """Read and check a file. Raises ConfigurationError with `file:line: key: problem`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); name the file with --config"
        raise ConfigurationError(file=str(path), key="", problem=problem) from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(file=str(path), key="", problem="is not UTF-8 text") from error
    return Settings(parse(text, file=str(path)), root=root_of(path), path=path)


def parse(text: str, *, file: str) -> BridgeFile:
    """Check the text of a bridge.toml; `file` is only for messages."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(error, file) from error
    except (ValueError, RecursionError) as error:
        problem = "holds what no configuration needs: too deep, or a number too long"
        raise ConfigurationError(file=file, key="", problem=problem) from error
    try:
        return checked(values)
    except WrongValueError as error:
        line_of = partial(toml_line, text)
        raise first_problem(error, file=file, line_of=line_of) from error


def defaults(root: Path) -> Settings:
    """The settings of an empty file."""
    return Settings(BridgeFile(), root=root, path=None)


def _syntax_error(error: tomllib.TOMLDecodeError, file: str) -> ConfigurationError:
    message = str(error)
    position = re.search(r" \(at line (\d+), column \d+\)$", message)
    return ConfigurationError(
        file=file,
        key="",
        problem=f"is not TOML: {message[: position.start()] if position else message}",
        line=int(position[1]) if position else None,
    )
