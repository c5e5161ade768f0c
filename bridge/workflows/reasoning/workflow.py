"""`system:reasoning` and `/reason`: a bounded loop over the read-only local tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.agent.loop import ReActLoop
from bridge.agent.policy import REASONING
from bridge.agent.react import ReActContext, ToolContext, reasoning_tools
from bridge.agent.user_message import Question
from bridge.commands.explicit import Argument, Command
from bridge.core.modes import Mode
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.outcome import outcome
from bridge.modules.workflow import Routing, Workflow
from bridge.prompts.core_prompts import CorePrompt
from bridge.tools.priority import Priority

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.modules.workflow import Call
    from bridge.tools.registry import ToolRegistry

REQUEST: Final = "request"


def workflow(tools: ToolRegistry) -> Workflow:
    """Over the tools of one server."""

    async def reason(call: Call) -> Card:
        execution = call.execution
        assert execution is not None, "a workflow that needs a mode runs in an execution"
        context = ReActContext(
            question=Question(
                task=CorePrompt.REACT.task,
                text=call.input[REQUEST],
                player=execution.asked.sent_as,
                language=call.language,
            ),
            system=execution.asked.prompts.text(CorePrompt.REACT, call.language),
            tools=ToolContext(reasoning_tools(tools, execution)),
            rounds=execution.policy.rounds,
        )
        return outcome(await ReActLoop(context, execution).run(), execution)

    return Workflow(
        id=REASONING,
        run=reason,
        command=Command(
            name="reason",
            usage="command.reason.usage",
            summary="command.reason.summary",
            argument=Argument.REQUIRED,
            input=REQUEST,
        ),
        needs=Mode.STANDARD,
        routing=Routing(
            description=(
                "Combine several local lookups to answer one question, for example find a quest, "
                "read what it needs and find where an item comes from. Only where no single "
                "capability is enough."
            ),
            inputs=TextInputs({REQUEST: TextInput("the player's question, whole", required=True)}),
            priority=Priority.PAID,
        ),
    )
