"""What the game's log and our pack's storage say of calls of the pack (datapack/README.md). Pure.

The game has checked who may: a function needs level 2, a trigger anybody may use. `Feedback` lines
cannot be written by players.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from bridge.core.errors import SnbtError
from bridge.minecraft.snbt import parse

if TYPE_CHECKING:
    from bridge.core.events import Feedback
    from bridge.minecraft.snbt import Value

READ_QUEUE: Final = "data get storage system:ai queue"
TAKEN: Final = "function system:internal/taken"
"""To be run once for each order that was read: it drops the first."""
FORGET: Final = "function system:internal/forget"
"""To be run when the daemon begins: what was ordered before is not done."""
REARM: Final = "function system:internal/rearm"
"""To be run after a press and when somebody came."""

BUTTONS: Final = 99
"""The greatest number of a button that a trigger can name."""

_CARD: Final = re.compile("[0-9a-z]{3}", re.ASCII)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_CARDS: Final = len(_DIGITS) ** 3
_TRIGGERED: Final = re.compile(r"Triggered \[sysai\] \(set value to (?P<value>[1-9]\d{0,7})\)")
_FUNCTION: Final = re.compile(
    r"Running function system:ai/(?P<new>[a-z_]{1,32})"
    r"|Executed \d{1,6} commands?(?:\(s\))? from function '?system:ai/(?P<old>[a-z_]{1,32})'?"
)
_WHOLE: Final = {
    "default": "default",
    **{
        f"default_{mode}": f"default {mode}" for mode in ("offline", "standard", "extended", "free")
    },
}
_WITH_ARGUMENTS: Final = frozenset(
    {"enable", "disable", "freechat_enable", "freechat_disable", "limit", "status", "reset"}
)
_ORDERS: Final = frozenset(name.replace("_", " ") for name in _WITH_ARGUMENTS)
_WORD: Final = re.compile(r"[\w.+-]{1,40}", re.ASCII)
_COUNT: Final = re.compile(r"[0-9]{1,12}", re.ASCII)
_WORD_BITS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """The player of the line pressed a button."""

    card: str
    number: int


@dataclass(frozen=True, slots=True)
class Ordered:
    """The player of the line, who has level 2, ordered this: `system ai default free`."""

    text: str


@dataclass(frozen=True, slots=True)
class Queued:
    """Somebody with level 2 put an order into the storage: ask `READ_QUEUE`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOrder:
    """One order of the storage. `by` is whoever ran the function; None: no player did."""

    text: str
    by: UUID | None


def read_call(feedback: Feedback) -> Pressed | Ordered | Queued | None:
    """What a line of feedback says of our pack; None for any other."""
    if match := _TRIGGERED.fullmatch(feedback.text):
        card, number = divmod(int(match["value"]), BUTTONS + 1)
        return Pressed(card=_base36(card), number=number) if number and card < _CARDS else None
    match = _FUNCTION.fullmatch(feedback.text)
    name = (match["new"] or match["old"]) if match else ""
    if name in _WHOLE:
        return Ordered(f"system ai {_WHOLE[name]}")
    return Queued() if name in _WITH_ARGUMENTS else None


def press_value(card: str, number: int) -> int | None:
    """What `/trigger sysai set` presses a button with, the first being 1.

    None where no trigger can name it.
    """
    if not _CARD.fullmatch(card) or not 0 < number <= BUTTONS:
        return None
    return int(card, len(_DIGITS)) * (BUTTONS + 1) + number


def read_queue(reply: str) -> tuple[StoredOrder | None, ...]:
    """The orders in the reply to `READ_QUEUE`, the oldest first; None for what is none of ours.

    `TAKEN` is to be run as many times as there are members. No queue is an empty one.
    """
    start = reply.find(": [")
    if start < 0:
        return ()
    try:
        queue = parse(reply[start + 2 :])
    except SnbtError:
        return ()
    return tuple(_order(entry) for entry in queue) if isinstance(queue, list) else ()


def _order(entry: Value) -> StoredOrder | None:
    match entry:
        case {"order": str(order), "player": str(player)} if order in _ORDERS and _WORD.fullmatch(
            player
        ):
            words = ["system", "ai", player, order]
        case _:
            return None
    if order == "limit":
        count = entry.get("count")
        if not isinstance(count, str) or not _COUNT.fullmatch(count):
            return None
        words.append(count)
    return StoredOrder(text=" ".join(words), by=_uuid(entry.get("by")))


def _uuid(value: Value) -> UUID | None:
    """The game's four whole numbers of 32 bits, the first the highest."""
    if not isinstance(value, list) or len(value) != 4:
        return None
    number = 0
    for part in value:
        if not isinstance(part, int):
            return None
        number = number << _WORD_BITS | part & 0xFFFFFFFF
    return UUID(int=number)


def _base36(number: int) -> str:
    digits = ""
    for _ in range(3):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
