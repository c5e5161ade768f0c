"""Running one action of a loop: checks and announcements before and after, and what it refuses."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.agent.events import (
    BeforeToolInvoke,
    BeforeToolResult,
    Status,
    ToolInvoked,
    ToolResulted,
)
from bridge.agent.failures import BudgetSpent, FailureError, Vetoed, is_recoverable
from bridge.agent.react import Result
from bridge.agent.user_message import error
from bridge.core.errors import BridgeError

if TYPE_CHECKING:
    from bridge.agent.execution import Execution
    from bridge.agent.react import ReActTool, ToolContext
    from bridge.agent.steps import Ready

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """The actions of one loop in one execution."""

    execution: Execution
    tools: ToolContext

    async def invoked(self, ready: Ready, answer_tokens: int) -> Result:
        """What the action brought; what it refuses is a result too, for the model to adapt to.

        The answer's model call, of so many tokens, is held back meanwhile: neither the action nor
        a workflow nested in it can use that up. Raises FailureError where the execution must not
        go on.
        """
        tool, execution = ready.tool, self.execution
        with execution.recorded(tool.kind, tool.name) as record:
            execution.check()
            self.tools.use(tool.name)
            result = self._vetoed(ready)
            if result is None:
                result = await self._within_limits(ready, answer_tokens)
            record.problem = problem_of(result)
            if result.card is not None:
                # Before the check: what was done is not lost by a stop that came meanwhile.
                execution.earn(result.card)
            execution.check()
            self.tools.check()
        self._announce_end(tool, result)
        return result

    def _vetoed(self, ready: Ready) -> Result | None:
        execution, bus = self.execution, self.execution.kernel.bus
        if bus.hears(BeforeToolInvoke):
            event = BeforeToolInvoke(
                run=execution.id, player=execution.player, tool=ready.tool.name, input=ready.given
            )
            if veto := bus.vetoed(event):
                return failed("refused", veto.reason)
        return None

    async def _within_limits(self, ready: Ready, answer_tokens: int) -> Result:
        tool, budget = ready.tool, self.execution.budget
        now = self.execution.kernel.clock.monotonic()
        if budget.take_model_call(answer_tokens, now=now) is not None:
            return _at_its_limit()
        try:
            # A nested workflow counts itself as it starts.
            if tool.kind == "tool" and budget.take_tool_call(now=now, writes=tool.writes):
                return _at_its_limit()
            self._announce_start(tool)
            return await self._outcome(ready)
        finally:
            budget.give_back_model_call(answer_tokens)

    async def _outcome(self, ready: Ready) -> Result:
        tool = ready.tool
        try:
            return await tool.run(self.execution, ready.input)
        except FailureError as stopped:
            # A nested workflow's own limit, or its model's failure: ours may still hold.
            if isinstance(stopped.failure, BudgetSpent) or is_recoverable(stopped.failure):
                return failed("not_completed", "it was not completed")
            raise
        except BridgeError as refused:
            return failed("failed", str(refused))
        except Exception:
            _logger.exception("%s failed", tool.name)
            return failed("failed", "it failed, which is not the input's fault")

    def _announce_start(self, tool: ReActTool) -> None:
        bus, execution = self.execution.kernel.bus, self.execution
        if bus.hears(Status):
            bus.publish(
                Status(
                    run=execution.id,
                    player=execution.player,
                    status="tool_running",
                    tool=tool.name,
                )
            )
        if bus.hears(ToolInvoked):
            bus.publish(ToolInvoked(run=execution.id, tool=tool.name))

    def _announce_end(self, tool: ReActTool, result: Result) -> None:
        """Raises FailureError where a subscriber vetoes that the model sees the result."""
        bus, run = self.execution.kernel.bus, self.execution.id
        if bus.hears(BeforeToolResult):
            event = BeforeToolResult(run=run, tool=tool.name, result=result.value)
            if veto := bus.vetoed(event):
                raise FailureError(Vetoed(event.name, veto.reason))
        if bus.hears(ToolResulted):
            bus.publish(ToolResulted(run=run, tool=tool.name, problem=problem_of(result)))


def _at_its_limit() -> Result:
    return failed("limit", "no further call is possible; answer now")


def failed(code: str, text: str) -> Result:
    """The result of an action that did not do what was asked."""
    return Result(value=error(code, text), failed=True)


def problem_of(result: Result) -> str:
    """The code of a failed result, empty for any other."""
    match result:
        case Result(failed=True, value={"error": {"code": str(code)}}):
            return code
        case Result(failed=True):
            return "failed"
        case _:
            return ""
