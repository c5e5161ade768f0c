"""`tellraw`, `title ... actionbar` and `say`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.demo import chat_text, components, targets, utf16
from bridge.demo.reader import CommandError
from bridge.demo.screen import Kind

if TYPE_CHECKING:
    from bridge.demo.call import Call


def tellraw(call: Call) -> None:
    """`tellraw <players> <component>`; nobody is told that it was done."""
    call.reader.argument()
    target = targets.read_players(call.reader)
    call.reader.argument()
    component = components.read(call.reader, call.game.version)
    call.reader.end()
    for player in call.players(target):
        player.see(Kind.SYSTEM, components.plain(component), component)


def title(call: Call) -> None:
    """`title <players> actionbar <component>`."""
    call.reader.argument()
    target = targets.read_players(call.reader)
    call.reader.literal({"actionbar"})
    call.reader.argument()
    component = components.read(call.reader, call.game.version)
    call.reader.end()
    players = call.players(target)
    for player in players:
        player.see(Kind.ACTIONBAR, components.plain(component), component)
    whom = players[0].name if len(players) == 1 else f"{len(players)} players"
    call.report(f"Showing new actionbar title for {whom}")


def say(call: Call) -> None:
    """`say <text>`: a line of chat, signed only where a player wrote it."""
    call.reader.argument()
    text = call.reader.rest
    length = utf16.length(text)
    if length > chat_text.LONGEST:
        raise CommandError(
            f"Chat message was too long ({length} > maximum {chat_text.LONGEST} characters)"
        )
    call.game.speak(f"[{call.source.name}] {text}", signed=call.source.player is not None)
