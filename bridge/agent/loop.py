"""`ReActLoop`: model decision, call, observation, next decision, until there is an answer (spec 1).

A round is one attempt at a decision, whatever comes of it. The last one may only answer, and is
inside every budget. What cannot be organised into an answer ends with a failure; the cards that
were earned are the execution's, and are shown all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.agent.acting import Acting, failed, problem_of
from bridge.agent.budget import Limit
from bridge.agent.decisions import Calls, decide
from bridge.agent.events import ThinkingStep
from bridge.agent.failures import BudgetSpent, FailureError, NotOrganised, is_recoverable
from bridge.agent.kernel import BYTES_A_TOKEN, Ask
from bridge.agent.steps import (
    Answered,
    Invoke,
    Organise,
    Progress,
    Ready,
    Refused,
    Unusable,
    is_last,
    next_step,
)
from bridge.agent.user_message import message, observed, size_of

if TYPE_CHECKING:
    from bridge.agent.budget import Left
    from bridge.agent.decisions import Answer, Decision
    from bridge.agent.execution import Execution
    from bridge.agent.failures import Failure
    from bridge.agent.react import Kind, ReActContext, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """How a loop ended: with an answer, or with the failure that left it without one."""

    answer: Answer | None
    failure: Failure | None = None
    rounds: int = 0


class ReActLoop:
    """One loop in one execution; `run` it once."""

    def __init__(self, context: ReActContext, execution: Execution) -> None:
        self._context = context
        self._execution = execution
        self._acting = Acting(execution=execution, tools=context.tools)
        self._progress = Progress()

    async def run(self) -> Finished:
        """Decide and act until there is an answer or no way to one.

        Raises FailureError for what nothing recovers from: permission, quota, cancellation.
        """
        progress, rounds = self._progress, self._context.rounds
        problem: Failure = BudgetSpent(Limit.ROUNDS)
        while progress.round < rounds:
            progress.round += 1
            try:
                answer = await self._round()
            except FailureError as stopped:
                problem = stopped.failure
                if self._recovers(problem):
                    continue
                break
            if answer is not None:
                return Finished(answer=answer, rounds=progress.round)
            if progress.final:
                problem = NotOrganised("the last round brought no answer")
                break
        if isinstance(problem, BudgetSpent) or is_recoverable(problem):
            return Finished(answer=None, failure=problem, rounds=progress.round)
        raise FailureError(problem)

    async def _round(self) -> Answer | None:
        """One decision and what it leads to; the answer, if it is one."""
        context, progress = self._context, self._progress
        ask = self._question()
        decision = decide((await self._execution.model(ask)).text, bare=progress.final)
        self._announce_reason(decision)
        step = next_step(
            decision,
            final_only=progress.final,
            tools=context.tools,
            progress=progress,
            rules=context.profile,
        )
        match step:
            case Answered(answer=answer):
                self._execution.check()
                context.tools.check()
                return answer
            case Organise():
                progress.organising = True
            case Unusable(problem=problem):
                self._observe("tool", "decision", {}, failed("invalid_decision", problem))
            case Invoke(runs=runs):
                for run in runs:
                    await self._act(run, ask.tokens(self._execution.policy))
        return None

    def _question(self) -> Ask:
        """What this round asks; whether it may only answer is decided with it."""
        progress, policy = self._progress, self._execution.policy
        left = self._execution.left()
        progress.final = is_last(progress, self._context.rounds, left, policy)
        ask = self._ask(left)
        if not progress.final and left.total_tokens < 2 * ask.tokens(policy):
            progress.final = True
            return self._ask(left)
        return ask

    def _ask(self, left: Left) -> Ask:
        """It takes no more than is left of the tokens, so that the answer is inside them."""
        context, policy = self._context, self._execution.policy
        most = (left.total_tokens - policy.output_tokens) * BYTES_A_TOKEN
        user = message(
            context.question,
            tools=context.tools.catalogue,
            observations=context.observations,
            rounds=(self._progress.round, context.rounds),
            final_only=self._progress.final,
            room=min(policy.input_bytes, most) - size_of(context.system),
        )
        if user is None:
            tokens = most < policy.input_bytes
            raise FailureError(BudgetSpent(Limit.TOTAL_TOKENS if tokens else Limit.INPUT_BYTES))
        return Ask(task=context.question.task, system=context.system, user=user)

    async def _act(self, run: Ready | Refused, answer_tokens: int) -> None:
        match run:
            case Refused(name=name, given=given, code=code, message=text):
                with self._execution.recorded("tool", name[:64]) as record:
                    record.problem = code
                if code == "unknown_capability":
                    self._progress.unknown += 1
                    limit = self._context.profile.unknown
                    self._progress.organising |= self._progress.unknown >= limit
                self._observe("tool", name, given, failed(code, text))
            case Ready(tool=tool, key=key):
                runs = self._progress.runs
                runs[key] = runs.get(key, 0) + 1
                result = await self._acting.invoked(run, answer_tokens)
                self._progress.evidence |= not result.failed
                self._progress.organising |= problem_of(result) == "limit"
                self._observe(tool.kind, tool.name, run.given, result)

    def _recovers(self, failure: Failure) -> bool:
        """Whether a round is left to organise what was found; there is one such turn at most."""
        progress = self._progress
        if not (is_recoverable(failure) and progress.evidence) or progress.organising:
            return False
        progress.organising = True
        return True

    def _observe(self, kind: Kind, name: str, given: object, result: Result) -> None:
        observations = self._context.observations
        step = len(observations) + 1
        seen = observed(step, kind, name[:64], given, result.value, failed=result.failed)
        observations.append(seen)

    def _announce_reason(self, decision: Decision) -> None:
        bus = self._execution.kernel.bus
        if not isinstance(decision, Calls) or not bus.hears(ThinkingStep):
            return
        run, number = self._execution.id, self._progress.round
        for call in decision.calls:
            if call.reason:
                bus.publish(ThinkingStep(run=run, round=number, text=call.reason))
