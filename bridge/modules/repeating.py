"""Words of a player, or of a model that chose them, repeated in a sentence of ours. Pure.

Such a card carries no mark of a model. So the words stay short and inside the quotes around them:
they can neither end these nor look like a button or a title of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Plain, Run, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.core.cards import Line

MOST: Final = 60
"""Characters that are repeated."""
_OTHERS: Final = str.maketrans(
    dict.fromkeys('“”„‟«»「」『』"', "'")
    | dict.fromkeys("[［【", "(")
    | dict.fromkeys("]］】", ")")
    | dict.fromkeys("◆◈❖⬥⬧♦", "-")
)


def repeated(text: str, most: int = MOST) -> str:
    """At most `most` characters of the words, as one line."""
    words = " ".join(text.split()).translate(_OTHERS)
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def chosen(capability: str, given: Mapping[str, str]) -> Button:
    """The button of a capability, with what it is used on."""
    label: Line = (Words(f"capability.{capability}"),)
    if wanted := " ".join(given.values()):
        label = (*label, Plain(f": {repeated(wanted)}"))
    return Button(label, Run(capability, given))
