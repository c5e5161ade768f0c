"""Our datapack's storage, by RCON: orders with arguments, and the trigger that has to be armed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bridge.core.errors import LinkError
from bridge.minecraft.link import pack_calls

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

_logger = logging.getLogger(__name__)


class Pack:
    """One server's. `command` runs a command of the game; `installed`: our pack is there."""

    def __init__(
        self, command: Callable[[str], Awaitable[str]], installed: Callable[[], bool]
    ) -> None:
        self._command = command
        self._installed = installed
        self._called = asyncio.Event()
        self._unarmed = asyncio.Event()

    def called(self) -> None:
        """An order is in the storage."""
        self._called.set()

    def unarmed(self) -> None:
        """A press was used up, or somebody came who has none."""
        self._unarmed.set()

    async def begin(self) -> None:
        """What was ordered while nobody listened is not done."""
        if self._installed():
            await self._tried(pack_calls.FORGET)
            self._unarmed.set()

    async def keep_armed(self) -> None:
        """Arm triggers again, as often as need be."""
        while True:
            await self._unarmed.wait()
            self._unarmed.clear()
            if self._installed():
                await self._tried(pack_calls.REARM)

    async def orders(self) -> AsyncIterator[pack_calls.StoredOrder]:
        """Orders as they come; each is taken out of the storage before it is given."""
        while True:
            await self._called.wait()
            self._called.clear()
            for order in pack_calls.read_queue(await self._tried(pack_calls.READ_QUEUE)):
                await self._tried(pack_calls.TAKEN)
                if order is not None:
                    yield order

    async def _tried(self, command: str) -> str:
        try:
            return await self._command(command)
        except LinkError as error:
            _logger.warning("the datapack was not asked: %s", error)
            return ""
