"""`system:question`: what this server knows is looked through first, in code (spec 1).

Local results do not switch to the web; only where there are none, and this request may go online,
is the web asked. Where no model can or may be asked, the best passages themselves are the answer.
An item's name answers nothing: with a text it is one more source, alone it only leads to the item.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from bridge.agent.failures import (
    BudgetSpent,
    CallsUsedUp,
    FailureError,
    ModelFailed,
    NotOrganised,
    Paused,
    TooFast,
    words,
)
from bridge.agent.loop import ReActLoop
from bridge.agent.policy import QUESTION
from bridge.agent.react import ReActContext, ToolContext
from bridge.agent.user_message import Question, observed
from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Style, Words
from bridge.core.modes import Mode
from bridge.knowledge.entries import Source, Viewer
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow
from bridge.prompts.core_prompts import CorePrompt
from bridge.tools.priority import Priority
from bridge.workflows.question import cards
from bridge.workflows.question.grounding import needs_review
from bridge.workflows.question.naming import is_named

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bridge.agent.decisions import Answer
    from bridge.agent.execution import Execution
    from bridge.agent.user_message import Observation
    from bridge.core.cards import Card
    from bridge.knowledge.entries import Hit
    from bridge.knowledge.search import Search
    from bridge.modules.workflow import Call

INPUT: Final = "question"
QUERY: Final = "database.query"
SHOWN: Final = 6
"""Passages that a model is shown."""
ITEMS: Final = 3
"""Items among them."""
_TEXTS: Final = frozenset(Source) - {Source.ITEMS}
RELEVANT: Final = 0.4
"""The share of a question that a passage has to speak of to be an answer to it."""
_NO_AI: Final = (Words("question.no_ai", style=Style.FAINT),)


class Online(Protocol):
    """The web, where the search module is there."""

    async def answer(self, call: Call, execution: Execution) -> Card | None:
        """The answer from the web, within this execution; None where it may not be asked."""
        ...


def workflow(search: Search, online: Online | None = None) -> Workflow:
    """Over one server's search. `online` is asked only where the request allows it."""

    async def found_for(call: Call) -> list[Hit]:
        viewer = Viewer(
            player=call.player, language=call.language, administrator=call.administrator
        )
        question = call.input[INPUT]
        hits = await search.find(viewer, question, sources=_TEXTS, limit=SHOWN)
        texts = [hit for hit in hits if hit.coverage >= RELEVANT]
        items = await search.find(viewer, question, sources=frozenset({Source.ITEMS}))
        named = [hit for hit in items if is_named(hit.entry.title, question)][:ITEMS]
        return [*texts[: SHOWN - len(named)], *named]

    async def locally(call: Call) -> Card:
        hits = await found_for(call)
        return cards.passages(hits, why=_NO_AI) if hits else cards.unknown(call.input[INPUT])

    async def answer(call: Call) -> Card:
        execution = call.execution
        assert execution is not None, "a workflow that needs a mode runs in an execution"
        hits = await _counted(execution, partial(found_for, call))
        if any(hit.entry.source in _TEXTS for hit in hits):
            return await _from(hits, call, execution)
        if online is not None and execution.asked.online:
            card = await online.answer(call, execution)
            if card is not None:
                return card
        return cards.passages(hits) if hits else cards.unknown(call.input[INPUT])

    return Workflow(
        id=QUESTION,
        run=answer,
        without_model=locally,
        command=Command(
            name="search",
            usage="command.search.usage",
            summary="command.search.summary",
            argument=Argument.REQUIRED,
            input=INPUT,
        ),
        needs=Mode.STANDARD,
        routing=Routing(
            description=(
                "Answer one question from what this server knows: its notes (rules, places, "
                "announcements), the manual, quests and items."
            ),
            inputs=TextInputs({INPUT: TextInput("the player's question, whole", required=True)}),
            priority=Priority.PAID,
        ),
    )


async def _counted(execution: Execution, find: Callable[[], Awaitable[list[Hit]]]) -> list[Hit]:
    """The look-up as a tool call of the execution: in its budget, checked, and in the trace."""
    with execution.recorded("tool", QUERY):
        execution.check()
        now = execution.kernel.clock.monotonic()
        if limit := execution.budget.take_tool_call(now=now):
            raise FailureError(BudgetSpent(limit))
        hits = await find()
        execution.check()
    return hits


def _shown(hits: Sequence[Hit]) -> list[Observation]:
    # Imported when a model is first asked: a daemon starts without pydantic.
    from bridge.tools.arguments import Shape
    from bridge.tools.readers.knowledge import Passage, passage

    shape = Shape(Passage)
    return [
        observed(number, "tool", QUERY, {}, shape.plain(passage(hit)))
        for number, hit in enumerate(hits, start=1)
    ]


async def _from(hits: Sequence[Hit], call: Call, execution: Execution) -> Card:
    """The model's answer from these passages; where it gives none, the passages."""
    shown = _shown(hits)
    try:
        draft = await _asked(CorePrompt.QUESTION, shown, call, execution)
        sources = [call.input[INPUT], *(hit.entry.text for hit in hits)]
        sources += [hit.entry.name for hit in hits]
        if needs_review(draft.text, draft.sources, len(hits), sources):
            given = {"text": draft.text, "sources": list(draft.sources)}
            drafted = observed(len(shown) + 1, "tool", "draft", {}, given)
            draft = await _asked(CorePrompt.REVIEW, [*shown, drafted], call, execution)
    except FailureError as stopped:
        if not isinstance(stopped.failure, _LEAVES_PASSAGES):
            raise
        execution.failure = stopped.failure
        return cards.passages(hits, why=words(stopped.failure))
    cited = [hits[at - 1].entry for at in draft.sources if 1 <= at <= len(hits)]
    return cards.answered(draft.text, cited)


_LEAVES_PASSAGES: Final = BudgetSpent | CallsUsedUp | ModelFailed | NotOrganised | Paused | TooFast
"""What keeps a model from answering, and nobody from reading."""


async def _asked(
    prompt: CorePrompt, shown: Sequence[Observation], call: Call, execution: Execution
) -> Answer:
    """One answer-only round. Raises FailureError."""
    context = ReActContext(
        question=Question(
            task=prompt.task,
            text=call.input[INPUT],
            player=execution.asked.sent_as,
            language=call.language,
        ),
        system=execution.asked.prompts.text(prompt, call.language),
        tools=ToolContext(()),
        rounds=1,
        observations=list(shown),
    )
    finished = await ReActLoop(context, execution).run()
    if finished.answer is None:
        assert finished.failure is not None, "a loop without an answer says why"
        raise FailureError(finished.failure)
    return finished.answer
