"""What a pack takes away of those below it: `filter.block` of its `pack.mcmeta` (since 1.19)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.items.model import Filter
from bridge.items.reading import stacks

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.items.reading.jsontext import Json

FILTERS: Final = 1_000
"""Filters of one pack that are kept."""
_LONGEST: Final = 200
_REPEATED: Final = 3
_ENDLESS: Final = re.compile(r"\)\s*[*+{?]")


def read_filters(value: Json) -> list[Filter]:
    """The filters of a `pack.mcmeta`."""
    written = stacks.objects(stacks.items(stacks.items(value).get("filter")).get("block"))
    return [
        Filter(stacks.text(each, "namespace"), stacks.text(each, "path"))
        for each in written[:FILTERS]
        if "namespace" in each or "path" in each
    ]


def matching(found: Filter) -> Callable[[str, str], bool] | None:
    """Whether a namespace and one of a path's spellings fit; None for patterns not followed here.

    The game searches with them. One that could take for ever (a group that repeats, many stars)
    or is none in this program's grammar takes nothing away.
    """
    namespace, path = _compiled(found.namespace), _compiled(found.path)
    if namespace is None or path is None:
        return None
    return lambda where, file: bool(namespace.search(where) and path.search(file))


def _compiled(pattern: str) -> re.Pattern[str] | None:
    repeated = sum(pattern.count(mark) for mark in "*+{")
    if len(pattern) > _LONGEST or repeated > _REPEATED or _ENDLESS.search(pattern):
        return None
    try:
        return re.compile(pattern, re.ASCII)
    except (re.error, OverflowError, RecursionError):
        return None
