"""What a text that begins with a slash runs, or the card that says why it runs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.commands.explicit import Invocation, Malformed, Unknown, parse
from bridge.conversation.cards import help_button
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.modules.registry import ModuleRegistry


def commanded(text: str, registry: ModuleRegistry) -> Run | Card | None:
    """The capability that an explicit command starts; None for a text that is no command."""
    match parse(text, registry.commands):
        case None:
            return None
        case Unknown(name, similar):
            return _unknown(name, similar, registry)
        case Malformed(command):
            usage = Words(command.usage, style=Style.STRONG)
            return Card(kind=CardKind.NOTICE, lines=((Words("command.usage"), usage),))
        case Invocation() as invocation:
            return _action(invocation, registry)


def is_management(text: str, registry: ModuleRegistry) -> bool:
    """Whether `text` is a command that acts at once and waits for nobody."""
    parsed = parse(text, registry.commands)
    if not isinstance(parsed, Invocation):
        return False
    workflow = registry.of_command(parsed.command.name)
    return workflow is not None and workflow.management


def _action(invocation: Invocation, registry: ModuleRegistry) -> Run:
    command = invocation.command
    workflow = registry.of_command(command.name)
    given = dict(command.given)
    if invocation.argument:
        given[command.input] = invocation.argument
    return Run(workflow.id if workflow else "", given)


def _unknown(name: str, similar: Iterable[Invocation], registry: ModuleRegistry) -> Card:
    buttons = [
        Button(
            (Plain(f"/{use.command.name} {use.argument}".rstrip()),),
            _action(use, registry),
        )
        for use in similar
    ]
    return Card(
        kind=CardKind.OPTIONS,
        title=(Words("command.unknown", {"name": name}),),
        buttons=(*buttons, help_button()),
    )
