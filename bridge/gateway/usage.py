"""The tokens that a provider says a call used, where that can be believed. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from bridge.core.model_calls import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST: Final = 10_000_000
"""More tokens than any model takes; a larger number would empty a player's budget at once."""

_INPUT: Final = ("prompt_tokens", "input_tokens")
_OUTPUT: Final = ("completion_tokens", "output_tokens")
_CACHED: Final = ("prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens")


def read_usage(value: object) -> Usage | None:
    """The usage, or None where it is missing or one of its two numbers is impossible.

    A cached part that is larger than the input is taken for none.
    """
    fields = as_object(value)
    if fields is None:
        return None
    read = _first(fields, _INPUT)
    written = _first(fields, _OUTPUT)
    if read is None or written is None or read == written == 0:
        return None
    details = as_object(fields.get("prompt_tokens_details")) or {}
    cached = _first({**fields, **details}, _CACHED) or 0
    return Usage(
        input_tokens=read, output_tokens=written, cached_tokens=cached if cached <= read else 0
    )


def _first(fields: Mapping[str, object], names: Iterable[str]) -> int | None:
    return next((found for name in names if (found := _count(fields.get(name))) is not None), None)


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        return None
    return int(value) if value == int(value) else None


def as_object(value: object) -> Mapping[str, object] | None:
    """The value if it is a JSON object."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else None
