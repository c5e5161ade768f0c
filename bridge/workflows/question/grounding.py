"""Whether a drafted answer stands on what was found. Pure.

Looking twice costs a model call, so it is done only where a draft gives cause: it names no passage
or one that was not shown, or a figure or an id that stands neither in a passage nor in the
question.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CLAIM: Final = re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+|\d+(?:[.,:]\d+)*", re.ASCII)
_LISTING: Final = re.compile(r"^\s*\d{1,2}[.)、]\s+", re.MULTILINE)


def needs_review(text: str, cited: Sequence[int], shown: int, sources: Iterable[str]) -> bool:
    """Whether a draft that cites these passages, of `shown` (counted from 1), is looked at again.

    `sources` are the texts that a figure may come from.
    """
    if not cited or any(not 1 <= number <= shown for number in cited):
        return True
    known = _claims("\n".join(sources))
    return not _claims(_LISTING.sub("", text)) <= known


def _claims(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return {each.rstrip(".:/-") for each in _CLAIM.findall(plain)}
