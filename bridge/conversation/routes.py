"""The shared steps of one request; a strategy orders them.

Access is looked at anew before each step. Where the mode fell meanwhile, `ModeFellError` ends the
strategy, and the request goes on under the lower one: what was tried is not tried again.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.agent import decisions
from bridge.agent.budget import Limit
from bridge.agent.failures import (
    AccessLost,
    BudgetSpent,
    CallsUsedUp,
    Cancelled,
    FailureError,
    Forgotten,
    ModelFailed,
    ModuleOff,
    NotOrganised,
    Paused,
    TooFast,
    Vetoed,
    WorkflowOff,
    words,
)
from bridge.agent.kernel import Ask
from bridge.agent.user_message import Question, message
from bridge.conversation import cards
from bridge.conversation.explicit import commanded
from bridge.conversation.finding import found_by
from bridge.conversation.routing import InvalidPick, NonePicked, Picked, RoutingCatalogue
from bridge.core.cards import Card, CardKind, Run
from bridge.core.modes import Mode
from bridge.modules.outcome import answer, confirmation
from bridge.modules.workflow import Call
from bridge.prompts.chat import PromptRequest
from bridge.prompts.core_prompts import CorePrompt

if TYPE_CHECKING:
    from collections.abc import Generator

    from bridge.access.effective import Effective
    from bridge.agent.execution import Execution
    from bridge.agent.failures import Failure
    from bridge.conversation.desk import RoutingDesk
    from bridge.conversation.lazy import LazyExecution
    from bridge.conversation.matcher import Decision
    from bridge.conversation.request import Request
    from bridge.conversation.strategies import Answer
    from bridge.core.cards import Line

FREE_CHAT: Final = "system:free_chat"


class ModeFellError(Exception):
    """The player's mode is lower than the strategy that runs."""


@dataclass(slots=True)
class _Tried:
    """What a request went through, under whichever strategy."""

    command: bool = False
    was_command: bool = False
    local: bool = False
    assisted: bool = False
    decision: Decision | None = None
    remembered: Run | None = None
    picked: Run | None = None
    why: Line = ()


class RequestRoutes:
    """`strategies.Routes` for one request."""

    def __init__(self, desk: RoutingDesk, request: Request, execution: LazyExecution) -> None:
        self._desk = desk
        self._request = request
        self._lazy = execution
        self._tried = _Tried()
        self.mode = desk.access(request.player.uuid).mode
        """The mode whose strategy runs."""

    @property
    def was_command(self) -> bool:
        """Whether an explicit command answered, or said why not."""
        return self._tried.was_command

    @property
    def decision(self) -> Decision | None:
        """What the local matcher made of it, where it was asked."""
        return self._tried.decision

    @property
    def remembered(self) -> Run | None:
        """What a model had picked for the same words before."""
        return self._tried.remembered

    @property
    def picked(self) -> Run | None:
        """What a model picked now."""
        return self._tried.picked

    async def command(self) -> Answer | None:
        """See `strategies.Routes`."""
        if self._tried.command:
            return None
        self._tried.command = True
        action = commanded(self._request.text, self._desk.registry)
        if action is None:
            return None
        self._tried.was_command = True
        return await self.run(action) if isinstance(action, Run) else (action,)

    async def local(self) -> Answer | None:
        """See `strategies.Routes`."""
        if self._tried.local:
            return None
        self._tried.local = True
        self._look()
        request, mode = self._request, self.mode
        if (known := self._desk.cache.get(request.player.name, mode, request.text)) is not None:
            self._tried.remembered = known
            return await self._meant(known)
        access = self._desk.access(request.player.uuid)
        flows = self._desk.registry.available(request.system)
        allowed = {flow.id for flow in flows if self._usable(flow.id, access)}
        decision = await self._desk.matching.decide(request.text, mode=mode, allowed=allowed)
        self._tried.decision = decision
        # What is meant and may not be run is said to be so: nothing else was meant.
        match = decision.match or decision.meant
        return None if match is None else await self._meant(Run(match.capability, match.input))

    async def assisted(self) -> Answer | None:
        """See `strategies.Routes`."""
        if self._tried.assisted:
            return None
        self._tried.assisted = True
        self._look()
        desk, request = self._desk, self._request
        catalogue = RoutingCatalogue(desk.registry.available(request.system), self.mode)
        with self._softened():
            execution = await self._lazy.open()
            system = request.prompts.text(CorePrompt.ROUTE, request.language)
            with execution.needing(Mode.STANDARD):
                ask = self._ask(execution, CorePrompt.ROUTE, system, catalogue.json)
                reply = await execution.model(ask)
            match catalogue.pick(reply.text):
                case Picked(action=action):
                    self._tried.picked = action
                    desk.cache.put(request.player.name, self.mode, request.text, action)
                    return await self._meant(action)
                case NonePicked():
                    return None
                case InvalidPick(problem=problem):
                    execution.failure = NotOrganised(problem)
                    return await self.options()
        return None

    async def chat(self) -> Answer | None:
        """See `strategies.Routes`."""
        self._look()
        if self._tried.why:
            return None  # the model could not be asked just now
        request = self._request
        with self._softened():
            execution = await self._lazy.open()
            prompt = PromptRequest(
                task=CorePrompt.CHAT,
                snapshot=request.prompts,
                language=request.language,
                system=request.system,
            )
            system = self._desk.chat_prompts.system_message(prompt)
            with execution.needing(Mode.EXTENDED):
                reply = await execution.model(self._ask(execution, CorePrompt.CHAT, system))
            decision = decisions.decide(reply.text)
            if isinstance(decision, decisions.Answer):
                execution.check()
                return (answer(decision.text),)
            raise FailureError(NotOrganised("the chat's reply is no answer"))
        return None

    async def loop(self) -> Answer | None:
        """See `strategies.Routes`. Where no call is left, commands and local matches go on."""
        self._look()
        if self._desk.registry.is_on(FREE_CHAT, self._request.system):
            with self._softened():
                return await self.run(Run(FREE_CHAT, {"request": self._request.text}))
        return await self.command() or await self.local()

    async def options(self) -> Answer:
        """See `strategies.Routes`."""
        desk, request = self._desk, self._request
        access = desk.access(request.player.uuid)
        decision = self._tried.decision
        candidates = () if decision is None else decision.candidates
        offered = [each for each in candidates if self._usable(each.capability, access)]
        if len(offered) < desk.matching.most:
            known = {each.capability for each in offered}
            others = [
                flow
                for flow in desk.registry.available(request.system)
                if flow.id not in known and self._usable(flow.id, access)
            ]
            found = await found_by(others, request.text, request.language)
            offered = [*offered, *found][: desk.matching.most]
        return (cards.options(offered, self._tried.why or cards.unmatched(access)),)

    async def run(self, action: Run) -> Answer:
        """Run a capability under the access that the player has now."""
        desk, request = self._desk, self._request
        workflow = desk.registry.workflow(action.capability)
        if workflow is None or not desk.registry.is_on(workflow.id, request.system):
            return (cards.unavailable(action.capability),)
        access = desk.access(request.player.uuid)
        beyond = workflow.needs.rank > access.mode.rank
        # The model could not be asked for this request: it is not asked once more.
        failed = bool(self._tried.why) and workflow.needs is not Mode.OFFLINE
        if workflow.without_model and (beyond or failed or not desk.policy(workflow).rounds):
            return (await workflow.without_model(self._call(action)),)
        if failed:
            return (Card(kind=CardKind.NOTICE, lines=(self._tried.why,)),)
        if beyond:
            return (cards.not_in_this_mode(workflow.id, access),)
        if workflow.needs is Mode.OFFLINE:
            return (await workflow.run(self._call(action)),)
        execution = await self._lazy.open()
        execution.adopt(workflow.id, desk.policy(workflow))
        with execution.needing(workflow.needs):
            card = await workflow.run(self._call(action, execution))
            execution.check()
        return (*execution.cards, card)

    async def _meant(self, action: Run) -> Answer:
        """Run what words were taken for; what changes something waits for its button."""
        workflow = self._desk.registry.workflow(action.capability)
        if workflow is not None and workflow.writes:
            access = self._desk.access(self._request.player.uuid)
            if self._usable(workflow.id, access):
                return (confirmation(workflow.id, action.input),)
        return await self.run(action)

    def _call(self, action: Run, execution: Execution | None = None) -> Call:
        request = self._request
        return Call(
            player=request.player,
            language=request.language,
            input=action.input,
            execution=execution,
            system=request.system,
            administrator=request.administrator,
        )

    def _ask(self, execution: Execution, task: CorePrompt, system: str, tools: str = "[]") -> Ask:
        """A single question; the history goes to chat, not to routing."""
        request = self._request
        chatting = task is CorePrompt.CHAT
        question = Question(
            task=task.task,
            text=request.text,
            player=execution.asked.sent_as,
            language=request.language,
            history=execution.asked.history if chatting else (),
        )
        room = execution.policy.input_bytes - len(system.encode())
        user = message(
            question, tools=tools, observations=(), rounds=(1, 1), final_only=chatting, room=room
        )
        if user is None:
            raise FailureError(BudgetSpent(Limit.INPUT_BYTES))
        return Ask(task=question.task, system=system, user=user)

    def _usable(self, capability: str, access: Effective) -> bool:
        registry = self._desk.registry
        workflow = registry.workflow(capability)
        return (
            workflow is not None
            and registry.is_on(capability, self._request.system)
            and workflow.needs.rank <= access.mode.rank
        )

    def _look(self) -> None:
        """Raise ModeFellError if the player's mode is lower than the strategy's now."""
        now = self._desk.access(self._request.player.uuid).mode
        if now.rank < self.mode.rank:
            self.mode = now
            raise ModeFellError

    @contextmanager
    def _softened(self) -> Generator[None]:
        """What only keeps a model from answering leaves the local answers and the options."""
        try:
            yield
        except FailureError as error:
            execution = self._lazy.execution
            if (execution is not None and execution.cards) or not _leaves_local(error.failure):
                raise
            if execution is not None:
                execution.failure = error.failure
            self._tried.why = words(error.failure)


def _leaves_local(failure: Failure) -> bool:
    match failure:
        case CallsUsedUp() | TooFast() | Paused() | ModelFailed() | NotOrganised() | AccessLost():
            return True
        case BudgetSpent() | ModuleOff() | WorkflowOff() | Cancelled() | Forgotten() | Vetoed():
            return False
