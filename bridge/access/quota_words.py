"""What a player or an administrator is told about used-up calls."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from bridge.access.quota import Cap, Exhausted, Notice
from bridge.core.cards import Words

if TYPE_CHECKING:
    from bridge.core.cards import Line


def exhausted(refusal: Exhausted) -> Line:
    """Why there is no call now, and when calls return. Money is not told in figures."""
    if refusal.cap is Cap.PLAYER_CALLS and refusal.limit == 0:
        return (Words("access.quota.zero"),)
    return _words(refusal, "full")


def notice(told: Notice) -> Line:
    """That most or all is used. Those of the server's caps are for administrators."""
    return _words(told, "full" if told.percent >= 100 else "near")


def too_fast(seconds: float) -> Line:
    """More requests in a minute than are allowed."""
    return (Words("access.quota.too_fast", {"seconds": ceil(seconds)}),)


def _words(about: Exhausted | Notice, share: str) -> Line:
    args: dict[str, str | int] = {"returns": about.returns.strftime("%H:%M")}
    if about.cap is not Cap.SERVER_COST:
        args |= {"used": int(about.used), "limit": int(about.limit)}
    return (Words(f"access.quota.{about.cap}_{share}", args),)
