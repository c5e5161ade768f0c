"""Makes the values of a book faster than their own `__init__` does, and some parts of them later.

A frozen dataclass sets its fields one by one, through `object.__setattr__`; for the 12,000 objects
of a large book that takes as long as half of the parsing. Whoever reads such a value sees no
difference: a field that was not given has the class's default, and one that comes later is there
when it is first looked at.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

_LATER: Final = "_later"
"""Where an object keeps what makes the rest of it."""


def quickly(of: Callable[P, T]) -> Callable[P, T]:
    """The class as a function with the same arguments.

    For frozen dataclasses without slots, `__post_init__` and default factories. All arguments by
    name.
    """
    new = object.__new__

    def made(**given: object) -> T:
        value: Any = new(cast("type[Any]", of))
        value.__dict__.update(given)
        return value

    return cast("Callable[P, T]", made)


def begun(of: type[T], rest: Callable[[], object], **given: object) -> T:
    """A value of a `completed_later` class with these fields, and `rest` for what comes later.

    `rest` is called when a field that comes later is first asked for, and returns a value of the
    class that has them. It must not fail, and be pure: two threads may both call it at once.
    """
    value: Any = object.__new__(of)
    given[_LATER] = rest
    value.__dict__.update(given)
    return value


def completed_later(*names: str) -> Callable[[type[T]], type[T]]:
    """For a frozen dataclass without slots: its fields of these names may come later (`begun`)."""

    def completed(of: type[T]) -> type[T]:
        for field in fields(cast("Any", of)):
            if field.name in names:
                setattr(of, field.name, _Later(field.name, field.default))
        return of

    return completed


class _Later:
    """Stands in the class, so that it is asked where an object does not have the field.

    The rest is added before the note of it goes, so whoever finds no note finds the field.
    """

    def __init__(self, name: str, default: object) -> None:
        self._name = name
        self._default = default

    def __get__(self, value: object, of: type | None = None) -> object:
        held = {} if value is None else value.__dict__
        if (rest := held.get(_LATER)) is not None:
            for name, found in rest().__dict__.items():
                held.setdefault(name, found)
            held.pop(_LATER, None)
        found = held.get(self._name, self._default)
        if found is MISSING:
            raise AttributeError(self._name)
        return found
