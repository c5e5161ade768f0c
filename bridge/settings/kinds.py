"""What a key of a configuration file may hold. Pure.

A kind takes a value as TOML or JSON gives it and returns ours, or raises WrongValueError. Nothing
is converted silently: "5" is no number, 1 is no boolean. No message repeats a value, which might
be a secret in the wrong place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isnan
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast, get_args

from bridge.settings.problems import Problem, WrongValueError, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

T = TypeVar("T")
Kind = Callable[[object], T]
Auto = Literal["auto"]
Object = Mapping[str, object]
"""A table of which only its owner knows the keys."""

_LARGEST: Final = 2**31 - 1


def text(value: object) -> str:
    """Any string."""
    if not isinstance(value, str):
        raise wrong("input should be a valid string")
    return value


def filled(value: object) -> str:
    """A string that is not empty."""
    if not (written := text(value)):
        raise wrong("string should have at least 1 character")
    return written


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong("input should be a valid boolean")
    return value


def uuid(value: object) -> UUID:
    """A UUID as text."""
    from uuid import UUID

    if not isinstance(value, str):
        raise wrong("input should be a valid UUID")
    try:
        return UUID(value)
    except ValueError as error:
        raise wrong(str(error)) from error


def table(value: object) -> Object:
    """Any table; its values are not looked at."""
    if not isinstance(value, dict):
        raise wrong("input should be a table of keys and values")
    return cast("Object", value)


def whole(least: int, most: int = _LARGEST) -> Kind[int]:
    """A whole number in these bounds."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong("input should be a valid integer")
        if value < least:
            raise wrong(f"input should be greater than or equal to {least}")
        if value > most:
            raise wrong(f"input should be less than or equal to {most}")
        return value

    return read


def number(value: object) -> float:
    """Any number; NaN and infinity are numbers too."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise wrong("input should be a valid number")
    try:
        return float(value)
    except OverflowError as error:
        raise wrong("input should be a finite number") from error


def positive(value: object) -> float:
    """A number above zero."""
    # Not `<= 0`, which NaN is not either.
    if not (read := number(value)) > 0:
        raise wrong("input should be greater than 0")
    return read


def amount(value: object) -> float:
    """A finite number from zero on."""
    read = number(value)
    if abs(read) == inf or isnan(read):
        raise wrong("input should be a finite number")
    if read < 0:
        raise wrong("input should be greater than or equal to 0")
    return read


def choice(words: Any) -> Kind[Any]:
    """One of the words of a `Literal`, which is also the field's type: they are written once."""
    options: tuple[str, ...] = get_args(words)
    *others, last = map(repr, options)

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise wrong(f"input should be {', '.join(others)} or {last}")
        return value

    return read


def auto(value: object) -> bool | Auto:
    """True, false, or "auto"."""
    if isinstance(value, bool):
        return value
    if value != "auto":
        raise wrong("input should be a valid boolean or 'auto'")
    return "auto"


def list_of(kind: Kind[T], *, least: int = 0) -> Kind[tuple[T, ...]]:
    """A list of at least so many such values."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise wrong("input should be a valid list")
        values = cast("Sequence[object]", value)
        if len(values) < least:
            raise wrong(f"list should have at least {least} item, not {len(values)}")
        return tuple(_each(((str(n), each) for n, each in enumerate(values)), kind).values())

    return read


def named(kind: Kind[T], *, name: Kind[str] = text) -> Kind[Mapping[str, T]]:
    """A table whose keys are names of the owner's choice, each with such a value."""

    def read(value: object) -> Mapping[str, T]:
        return _each(table(value).items(), kind, name)

    return read


def _each(
    items: Iterable[tuple[str, object]], kind: Kind[T], name: Kind[str] = text
) -> dict[str, T]:
    read: dict[str, T] = {}
    problems: list[Problem] = []
    for key, value in items:
        try:
            read[name(key)] = kind(value)
        except WrongValueError as error:
            problems += error.inside(key)
    if problems:
        raise WrongValueError(*problems)
    return read
