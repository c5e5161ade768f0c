"""One step of an execution while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

from bridge.agent.events import StepEnded
from bridge.agent.failures import FailureError

if TYPE_CHECKING:
    from types import TracebackType

    from bridge.agent.budget import Left
    from bridge.agent.kernel import Kernel
    from bridge.gateway.messages import ModelReply


class Stepping(Protocol):
    """The execution whose step it is."""

    @property
    def id(self) -> str:
        """The run's id."""
        ...

    @property
    def kernel(self) -> Kernel:
        """What all executions share."""
        ...

    def left(self) -> Left:
        """What may still be spent."""
        ...


class Recording:
    """`with` it: announced as a step when the block is over, with how it ended.

    Nothing is measured where nobody listens as it begins.
    """

    __slots__ = ("_before", "_begun", "_execution", "_kind", "_what", "problem", "reply", "step")

    def __init__(self, execution: Stepping, step: str, kind: str, what: str) -> None:
        self.step = step
        self.problem = ""
        """Why it did not do what was asked; empty where it did."""
        self.reply: ModelReply | None = None
        self._execution = execution
        self._kind = kind
        self._what = what
        self._begun = 0.0
        self._before: Left | None = None

    def __enter__(self) -> Self:
        kernel = self._execution.kernel
        if kernel.bus.hears(StepEnded):
            self._begun, self._before = kernel.clock.monotonic(), self._execution.left()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._before is None:
            return
        if isinstance(error, FailureError):
            self.problem = str(error.failure)
        elif kind is not None:
            self.problem = kind.__name__
        self._announce(self._before)

    def _announce(self, before: Left) -> None:
        execution, reply = self._execution, self.reply
        kernel = execution.kernel
        kernel.bus.publish(
            StepEnded(
                run=execution.id,
                step=self.step,
                kind=self._kind,
                what=self._what,
                ok=not self.problem,
                ms=(kernel.clock.monotonic() - self._begun) * 1000,
                before=before,
                after=execution.left(),
                reason=self.problem,
                model=reply.model if reply else "",
                usage=reply.usage if reply else None,
                cost=reply.cost if reply else None,
            )
        )
