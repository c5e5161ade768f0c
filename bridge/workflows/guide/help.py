"""`system:help` and `system:menu`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Button, Card, CardKind, Run, Style, Words
from bridge.modules.workflow import Workflow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.modules.workflow import Call


def workflows(others: Iterable[Workflow]) -> tuple[Workflow, ...]:
    """Help over `others` and itself."""
    listed = tuple(others)

    async def show_help(call: Call) -> Card:
        del call
        return Card(
            kind=CardKind.LIST,
            title=(Words("help.title"),),
            lines=(
                *(_line(flow.command) for flow in (*listed, *own) if flow.command),
                (Words("help.free_text", style=Style.FAINT),),
            ),
        )

    async def show_menu(call: Call) -> Card:
        del call
        return Card(
            kind=CardKind.LIST,
            title=(Words("menu.title"),),
            lines=((Words("menu.hint", style=Style.FAINT),),),
            buttons=tuple(
                Button((Words(f"capability.{flow.id}"),), Run(flow.id))
                for flow in (*listed, *own)
                if flow.id != "system:menu"
                and flow.command
                and flow.command.argument is not Argument.REQUIRED
            ),
        )

    own = (
        Workflow(
            id="system:help",
            run=show_help,
            command=Command(
                name="help", usage="command.help.usage", summary="command.help.summary"
            ),
            management=True,
        ),
        Workflow(
            id="system:menu",
            run=show_menu,
            command=Command(
                name="menu", usage="command.menu.usage", summary="command.menu.summary"
            ),
            management=True,
        ),
    )
    return own


def _line(command: Command) -> tuple[Words, ...]:
    return (
        Words(command.usage, style=Style.STRONG),
        Words("help.separator", style=Style.FAINT),
        Words(command.summary),
    )
