"""How the model is, as `status` tells it: named or not, with its key or not, and its last reply.

Nothing is sent to find out: whether the service is there is seen when a player asks.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from bridge.access.events import CircumstancesChanged
from bridge.agent.events import ModelResponded
from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.daemon.health import State
from bridge.gateway.endpoint import endpoint_of
from bridge.settings import model_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from bridge.core.bus import Bus
    from bridge.daemon.health import Health
    from bridge.settings.model_file import ModelFile

LINK: Final = "model"
_SAYS_NOTHING_NEW: Final = frozenset({ModelFailure.CLOSED})
"""A pause that the provider asked for was told when it began."""


class ModelLink:
    """The one of a daemon; `file` is the configuration in force."""

    def __init__(
        self,
        health: Health,
        file: Callable[[], ModelFile],
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._health = health
        self._file = file
        self._environment = environment

    @contextmanager
    def told(self, bus: Bus) -> Generator[None]:
        """Keep it as it is now while the block runs."""
        self._configured()
        with (
            bus.subscribed(CircumstancesChanged, self._changed),
            bus.subscribed(ModelResponded, self._responded),
        ):
            yield

    def _changed(self, event: CircumstancesChanged) -> None:
        del event
        self._configured()

    def _configured(self) -> None:
        file = self._file()
        if not (file.base_url.strip() and file.model.strip()):
            self._health.off(LINK, f"config/system/{model_file.NAME} names none; AI is off")
            return
        try:
            endpoint = endpoint_of(file, model="", environment=self._environment)
        except ModelError as problem:
            self._health.down(LINK, f"{model_file.NAME}: {problem}")
        else:
            self._health.up(LINK, f"{endpoint.model} at {endpoint.host}")

    def _responded(self, event: ModelResponded) -> None:
        if not event.problem:
            if self._health.links[LINK].state is not State.UP:  # it is asked often, and mostly well
                self._configured()
        elif event.problem not in _SAYS_NOTHING_NEW:
            self._health.down(LINK, event.why)
