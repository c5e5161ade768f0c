"""Typed publish and subscribe, with priority and veto (design section 3, "Events"). Pure.

A subscriber names the class of event it wants. Lower priority numbers run first; equal ones in
the order of subscription. A `before` event may be vetoed: the first veto stops the asking.
"""

from __future__ import annotations

from bisect import insort
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

DEFAULT_PRIORITY = 50

EventT = TypeVar("EventT")


@dataclass(frozen=True, slots=True)
class Veto:
    """Why something must not happen."""

    reason: str


@dataclass(order=True, slots=True)
class _Subscription:
    priority: int
    order: int
    handle: Callable[[Any], Veto | None] = field(compare=False)


class Bus:
    """One per daemon. Handlers are plain functions that return at once and do not raise."""

    def __init__(self) -> None:
        self._subscriptions: dict[type, list[_Subscription]] = {}
        self._order = count()

    @contextmanager
    def subscribed(
        self,
        event: type[EventT],
        handle: Callable[[EventT], Veto | None],
        priority: int = DEFAULT_PRIORITY,
    ) -> Generator[None]:
        """Deliver events of exactly this class to `handle` while the block runs."""
        subscription = _Subscription(priority, next(self._order), handle)
        of_event = self._subscriptions.setdefault(event, [])
        insort(of_event, subscription)
        try:
            yield
        finally:
            of_event.remove(subscription)

    def hears(self, event: type) -> bool:
        """Whether anybody subscribed: who announces much need not make what nobody gets."""
        return bool(self._subscriptions.get(event))

    def publish(self, event: object) -> None:
        """Tell every subscriber; what they return is ignored."""
        for subscription in tuple(self._subscriptions.get(type(event), ())):
            subscription.handle(event)

    def vetoed(self, event: object) -> Veto | None:
        """Ask every subscriber in order until one vetoes; None when nobody does."""
        for subscription in tuple(self._subscriptions.get(type(event), ())):
            if veto := subscription.handle(event):
                return veto
        return None
