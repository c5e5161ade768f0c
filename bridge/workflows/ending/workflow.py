"""`system:cancel` and `system:forget`: management commands that act at once.

What the local matcher took for `/forget` only shows a card whose button does it (contract section
2, `route --json`): the input `choose` comes from our own command and button alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from bridge.agent.failures import Cancelled
from bridge.commands.explicit import Command
from bridge.core.cards import Button, Card, CardKind, Run, Style, Words, notice
from bridge.modules.workflow import Workflow

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.agent.failures import Failure
    from bridge.core.actors import Player
    from bridge.modules.workflow import Call

FORGET: Final = "system:forget"
CHOSEN: Final = {"choose": "forget"}


class Running(Protocol):
    """What runs for players of this server; `conversation.executions.Executions` is one."""

    def end(self, player: UUID, failure: Failure) -> int:
        """End what runs for a player; how much that was."""
        ...


class Memory(Protocol):
    """What is remembered of players; `conversation.forgetting.Forgetting` is one."""

    async def forget(self, player: Player) -> None:
        """Let history, cards and routing cache go, and end what runs."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Both, for one world's players."""

    running: Running
    memory: Memory

    async def cancel(self, call: Call) -> Card:
        """`/cancel`. What was earned is shown by the request that ends."""
        uuid = call.player.uuid
        ended = 0 if uuid is None else self.running.end(uuid, Cancelled())
        return notice("ending.cancelling" if ended else "ending.nothing_runs")

    async def forget(self, call: Call) -> Card:
        """`/forget`."""
        if call.input != CHOSEN:
            return Card(
                kind=CardKind.NOTICE,
                title=(Words("capability.system:forget"),),
                lines=((Words("ending.forget.about", style=Style.FAINT),),),
                buttons=(Button((Words("ending.forget.do"),), Run(FORGET, CHOSEN)),),
            )
        await self.memory.forget(call.player)
        return notice("ending.forgotten")


def workflows(ending: Ending) -> tuple[Workflow, ...]:
    """Both, for one world."""
    return (
        Workflow(
            id="system:cancel",
            run=ending.cancel,
            command=Command(
                name="cancel", usage="command.cancel.usage", summary="command.cancel.summary"
            ),
            management=True,
        ),
        Workflow(
            id=FORGET,
            run=ending.forget,
            command=Command(
                name="forget",
                usage="command.forget.usage",
                summary="command.forget.summary",
                given=CHOSEN,
            ),
            management=True,
        ),
    )
