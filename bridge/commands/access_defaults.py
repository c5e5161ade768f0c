"""`access defaults [allowAi|allowFreeChat|modelCallsPerDay [VALUE|unset]]` (contract section 2).

Of the shell alone: it has no form under `/system ai`. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.access.history import Field
from bridge.access.orders import MAX_LIMIT, DefaultsOrder, SetCalls, SetFlag, ShowPermissions
from bridge.commands.grammar import Choice, Form, Literal, NoForm, Number
from bridge.commands.grammar import parse as parse_words
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.access.orders import FlagField

_PREFIX = (Literal("access"), Literal("defaults"))
_FLAG = Choice({"true": True, "false": False, "unset": None})
_HELP = "access.help.defaults"


def _flag(field: FlagField) -> Form[DefaultsOrder]:
    def build(*value: bool | None) -> DefaultsOrder:
        return SetFlag(field, *value) if value else ShowPermissions(field)

    return Form(slots=(*_PREFIX, Literal(field), _FLAG), optional=1, build=build, help=_HELP)


def _calls(*value: int) -> DefaultsOrder:
    return SetCalls(*value) if value else ShowPermissions(Field.MODEL_CALLS_PER_DAY)


_CALLS = (*_PREFIX, Literal(Field.MODEL_CALLS_PER_DAY))
FORMS: tuple[Form[DefaultsOrder], ...] = (
    Form(slots=_PREFIX, build=ShowPermissions, help=_HELP),
    _flag(Field.ALLOW_AI),
    _flag(Field.ALLOW_FREE_CHAT),
    Form(slots=(*_CALLS, Number("count", MAX_LIMIT)), optional=1, build=_calls, help=_HELP),
    Form(slots=(*_CALLS, Choice({"unset": None})), build=SetCalls, help=_HELP),
)


def parse(words: Sequence[str]) -> DefaultsOrder:
    """What the words after `access defaults` order; raises UsageError."""
    outcome = parse_words(FORMS, ["access", "defaults", *words])
    if not isinstance(outcome, NoForm):
        return outcome
    word = outcome.mismatch.word
    raise UsageError(f"{word!r} does not fit; usage: {' | '.join(outcome.usages)}")
