"""What a model picked for a player's words, so that the same words need no second call.

The mode is part of the key (spec 2): under another one the same words may mean another step.
"""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bridge.core.cards import Run
    from bridge.core.modes import Mode

_LONGEST: Final = 200

_Key = tuple["Hashable", "Mode", str]


class RoutingCache:
    """The newest picks of one server, `size` of them: it is asked anew for each."""

    def __init__(self, size: Callable[[], int]) -> None:
        self._size = size
        self._picks: OrderedDict[_Key, Run] = OrderedDict()

    def get(self, player: Hashable, mode: Mode, text: str) -> Run | None:
        """What was picked for these words under this mode."""
        key = _key(player, mode, text)
        if (found := self._picks.get(key)) is not None:
            self._picks.move_to_end(key)
        return found

    def put(self, player: Hashable, mode: Mode, text: str, action: Run) -> None:
        """Remember a pick. Long texts are seldom said twice."""
        if len(text) > _LONGEST:
            return
        self._picks[_key(player, mode, text)] = action
        size = self._size()
        while len(self._picks) > size:
            self._picks.popitem(last=False)

    def forget(self, player: Hashable) -> None:
        """Drop this player's: they chose another mode, or said `/forget`."""
        self._picks = OrderedDict(
            (key, action) for key, action in self._picks.items() if key[0] != player
        )

    def clear(self) -> None:
        """Drop all: what can be picked is another now."""
        self._picks.clear()


def _key(player: Hashable, mode: Mode, text: str) -> _Key:
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return player, mode, folded
