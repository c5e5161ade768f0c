"""`system:free_chat`: the bounded loop that free mode's texts go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.agent.loop import ReActLoop
from bridge.agent.policy import FREE_CHAT
from bridge.agent.react import ReActContext, ToolContext
from bridge.agent.user_message import Question
from bridge.core.modes import Mode
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.outcome import outcome
from bridge.modules.workflow import Routing, Workflow
from bridge.prompts.chat import PromptRequest
from bridge.prompts.core_prompts import CorePrompt

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.modules.workflow import Call
    from bridge.prompts.chat import ChatPrompts
    from bridge.workflows.freechat.actions import ChatActions

REQUEST: Final = "request"


def workflow(actions: ChatActions, prompts: ChatPrompts) -> Workflow:
    """Over the actions of one server."""

    async def chat(call: Call) -> Card:
        execution = call.execution
        assert execution is not None, "a workflow that needs a mode runs in an execution"
        asked = execution.asked
        system = prompts.system_message(
            PromptRequest(
                task=CorePrompt.FREE_CHAT,
                snapshot=asked.prompts,
                language=call.language,
                system=asked.system,
            )
        )
        context = ReActContext(
            question=Question(
                task=CorePrompt.FREE_CHAT.task,
                text=call.input[REQUEST],
                player=asked.sent_as,
                language=call.language,
                history=asked.history,
            ),
            system=system,
            tools=ToolContext(actions.of(call, execution)),
            rounds=execution.policy.rounds,
        )
        return outcome(await ReActLoop(context, execution).run(), execution)

    return Workflow(
        id=FREE_CHAT,
        run=chat,
        needs=Mode.FREE,
        routing=Routing(
            description="Talk freely.",
            inputs=TextInputs({REQUEST: TextInput("what the player said", required=True)}),
            structured_only=True,
        ),
    )
