"""What is up and what is not, as `status` tells it; each change is logged once."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_logger = logging.getLogger(__name__)


class State(StrEnum):
    """How a link is."""

    UP = "up"
    DOWN = "down"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Condition:
    """A link's state and the reason of it; of one that works a remark, or nothing."""

    state: State
    why: str = ""


class Health:
    """The links of the daemon by name. The needed ones decide whether it is ready."""

    def __init__(self, needed: frozenset[str], others: frozenset[str] = frozenset()) -> None:
        """`others` are shown from the beginning, too."""
        self._needed = needed
        self._links: dict[str, Condition] = {
            name: Condition(State.DOWN, "not started yet") for name in sorted(needed | others)
        }
        self._is_ready = asyncio.Event()

    def up(self, name: str, note: str = "") -> None:
        """The link works; `note` is what there is to say all the same."""
        self._set(name, Condition(State.UP, note))

    def down(self, name: str, why: str) -> None:
        """The link does not work, for the reason given."""
        self._set(name, Condition(State.DOWN, why))

    def reporter(self, name: str) -> Callable[[str | None], None]:
        """For whoever only knows how the link is: None, or what is wrong with it."""
        return lambda problem: self.up(name) if problem is None else self.down(name, problem)

    def off(self, name: str, why: str) -> None:
        """The link is not in use."""
        self._set(name, Condition(State.OFF, why))

    def _set(self, name: str, condition: Condition) -> None:
        if self._links.get(name) == condition:
            return
        self._links[name] = condition
        if self.ready:
            self._is_ready.set()
        else:
            self._is_ready.clear()
        match condition.state:
            case State.UP:
                _logger.info("%s: up%s", name, condition.why and f": {condition.why}")
            case State.OFF:
                _logger.info("%s: off: %s", name, condition.why)
            case State.DOWN:
                _logger.warning("%s: down: %s", name, condition.why)

    @property
    def links(self) -> Mapping[str, Condition]:
        """Every link by name."""
        return dict(self._links)

    @property
    def ready(self) -> bool:
        """Whether a request can be read, decided and answered."""
        return all(self._links[name].state is State.UP for name in self._needed)

    async def until_ready(self) -> None:
        """Return when every needed link is up."""
        await self._is_ready.wait()
