"""What is wrong in a file, as the one line that its owner reads. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNKNOWN: Final = "unknown key; remove it or correct its spelling"
MISSING: Final = "is missing; it has no default"


@dataclass(frozen=True, slots=True)
class Problem:
    """`text` holds of the value at `path`: the names of tables and the key, from the outside."""

    text: str
    path: tuple[str, ...] = ()


class WrongValueError(Exception):
    """A value is not what its key takes; `problems` are all that were found inside it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(*problems)

    def inside(self, name: str) -> tuple[Problem, ...]:
        """The problems as seen from the table in which the value is called `name`."""
        return tuple(Problem(problem.text, (name, *problem.path)) for problem in self.problems)


def wrong(text: str) -> WrongValueError:
    """The error of a value by itself."""
    return WrongValueError(Problem(text))


def first_problem(
    error: WrongValueError, *, file: str, line_of: Callable[[Sequence[str]], int | None]
) -> ConfigurationError:
    """The problem to tell first; `line_of` finds the line of a key by its path."""
    # An unknown key is often a misspelt one, whose absence is then a second error: tell it first.
    problem = min(error.problems, key=lambda each: each.text != UNKNOWN)
    return ConfigurationError(
        file=file, key=".".join(problem.path), problem=problem.text, line=line_of(problem.path)
    )
