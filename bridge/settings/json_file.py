"""Reading one JSON file of `config/system/` into a checked value. Pure."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast

from bridge.core.errors import ConfigurationError
from bridge.settings.positions import json_line
from bridge.settings.problems import WrongValueError, first_problem
from bridge.settings.tables import Table, schema, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.settings.kinds import Object


@schema
class JsonTable(Table):
    """Any object of such a file; its keys are camelCase, and unknown ones are errors."""

    camel = True


TableT = TypeVar("TableT", bound=JsonTable)


def parse(content: bytes, table: type[TableT], *, file: str) -> TableT:
    """The checked content; `file` is only for messages.

    Raises ConfigurationError with `file:line: key: problem`. No value of the file is repeated in
    it: a key or a header might stand where it should not.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(file=file, key="", problem="is not UTF-8 text") from error
    try:
        values: object = json.loads(text, parse_constant=_no_number, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        problem = f"is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise ConfigurationError(file=file, key="", problem=problem, line=error.lineno) from error
    except _TwiceError as error:
        line = json_line(text, [error.key])
        raise ConfigurationError(
            file=file, key=error.key, problem="stands twice in one object", line=line
        ) from error
    except RecursionError as error:
        raise ConfigurationError(file=file, key="", problem="is nested too deeply") from error
    except ValueError as error:
        raise ConfigurationError(file=file, key="", problem=f"is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise ConfigurationError(file=file, key="", problem="is not a JSON object", line=1)
    try:
        return table_of(table)(cast("Object", values))
    except WrongValueError as error:
        raise first_problem(error, file=file, line_of=partial(json_line, text)) from error


class _TwiceError(Exception):
    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    """JSON lets the last of two equal keys win, and the other one's owner wonders why."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


def _no_number(word: str) -> NoReturn:
    problem = f"{word} is no number of JSON"
    raise ValueError(problem)
