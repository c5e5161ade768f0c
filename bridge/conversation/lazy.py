"""A request's execution, opened when the first step needs more than local answers."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from types import TracebackType

    from bridge.agent.execution import Execution


class LazyExecution:
    """`async with` in the request's task; a request that is answered locally opens nothing."""

    def __init__(self, opening: Callable[[], AbstractAsyncContextManager[Execution]]) -> None:
        self._opening = opening
        self._stack = AsyncExitStack()
        self.execution: Execution | None = None

    async def open(self) -> Execution:
        """The request's one execution."""
        if self.execution is None:
            self.execution = await self._stack.enter_async_context(self._opening())
        return self.execution

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        return await self._stack.__aexit__(kind, error, traceback)
