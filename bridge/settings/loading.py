"""Reading and checking `bridge.toml`."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bridge.core.errors import ConfigurationError
from bridge.settings.locate import root_of
from bridge.settings.positions import toml_line
from bridge.settings.schema import BridgeFile
from bridge.settings.snapshot import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic_core import ErrorDetails


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
        return BridgeFile.model_validate(values)
    except ValidationError as error:
        raise _first_problem(error, text, file) from error


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


def _first_problem(error: ValidationError, text: str, file: str) -> ConfigurationError:
    details = error.errors(include_url=False, include_context=False)
    # An unknown key is often a misspelt one, whose absence is then a second error: tell it first.
    details.sort(key=lambda detail: detail["type"] != "extra_forbidden")
    detail = details[0]
    path = [str(name) for name in detail["loc"] if not _is_branch(name)]
    return ConfigurationError(
        file=file,
        key=".".join(path),
        problem=_problem(detail),
        line=toml_line(text, path),
    )


def _is_branch(name: str | int) -> bool:
    """Pydantic puts the tried branch of a union into the location, such as `literal['auto']`."""
    return isinstance(name, str) and (name in {"bool", "str", "int"} or "[" in name)


def _problem(detail: ErrorDetails) -> str:
    if detail["type"] == "extra_forbidden":
        return "unknown key; remove it or correct its spelling"
    if detail["type"] == "missing":
        return "is missing; it has no default"
    message = detail["msg"].removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
