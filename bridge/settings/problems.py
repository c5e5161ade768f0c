"""What pydantic found wrong in a file, as the one line that its owner reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


def first_problem(
    error: ValidationError, *, file: str, line_of: Callable[[Sequence[str]], int | None]
) -> ConfigurationError:
    """The problem to tell first; `line_of` finds the line of a key by its path."""
    details = error.errors(include_url=False, include_context=False, include_input=False)
    # An unknown key is often a misspelt one, whose absence is then a second error: tell it first.
    details.sort(key=lambda detail: detail["type"] != "extra_forbidden")
    detail = details[0]
    path = [str(name) for name in detail["loc"] if not _is_branch(name)]
    return ConfigurationError(
        file=file, key=".".join(path), problem=_problem(detail), line=line_of(path)
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
