"""`system:help` and `system:menu`: what this player may use now."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Button, Card, CardKind, Run, Style, Words
from bridge.modules.workflow import Workflow, commanded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.core.actors import Player
    from bridge.modules.workflow import Call

MENU: Final = "system:menu"


class Registered(Protocol):
    """All workflows of this server; `modules.registry.ModuleRegistry` is one."""

    def available(self, system: str) -> Iterable[Workflow]:
        """Those that are on for this system."""
        ...


def workflows(
    registry: Registered, allows: Callable[[Player, Workflow], bool]
) -> tuple[Workflow, ...]:
    """Help over what is registered; `allows` tells what a player may use now."""

    def listed(call: Call) -> list[tuple[Workflow, Command]]:
        return commanded(registry.available(call.system), partial(allows, call.player))

    async def show_help(call: Call) -> Card:
        return Card(
            kind=CardKind.LIST,
            title=(Words("help.title"),),
            lines=(
                *(_line(command) for _, command in listed(call)),
                (Words("help.free_text", style=Style.FAINT),),
            ),
        )

    async def show_menu(call: Call) -> Card:
        return Card(
            kind=CardKind.LIST,
            title=(Words("menu.title"),),
            lines=((Words("menu.hint", style=Style.FAINT),),),
            buttons=tuple(
                Button((Words(f"capability.{flow.id}"),), Run(flow.id))
                for flow, command in listed(call)
                if flow.id != MENU and command.argument is not Argument.REQUIRED
            ),
        )

    return (
        Workflow(
            id="system:help",
            run=show_help,
            command=Command(
                name="help", usage="command.help.usage", summary="command.help.summary"
            ),
            management=True,
        ),
        Workflow(
            id=MENU,
            run=show_menu,
            command=Command(
                name="menu", usage="command.menu.usage", summary="command.menu.summary"
            ),
            management=True,
        ),
    )


def _line(command: Command) -> tuple[Words, ...]:
    return (
        Words(command.usage, style=Style.STRONG),
        Words("help.separator", style=Style.FAINT),
        Words(command.summary),
    )
