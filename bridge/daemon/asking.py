"""`ask`: one chat request of a player, answered on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.access import reply
from bridge.commands import system_ai
from bridge.conversation.addressing import press
from bridge.conversation.explaining import lines
from bridge.conversation.request import Request
from bridge.conversation.turns import BusyError
from bridge.core.actors import Player
from bridge.core.cards import Words
from bridge.core.errors import RefusedError
from bridge.core.invoked import typed
from bridge.daemon.access_desk import named
from bridge.daemon.shell import answer
from bridge.minecraft.transports.socket_handler import Answer
from bridge.ui.languages import say
from bridge.ui.render import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.core.cards import Card
    from bridge.daemon.wiring import Server


async def asked(server: Server, args: Mapping[str, object]) -> Answer:
    """The request as the player would make it in the game, under their access and quota.

    Raises RefusedError.
    """
    who, text = named(args), args.get("text")
    if who is None or not isinstance(text, str) or not text.strip():
        raise RefusedError("ask needs --player NAME and a text")
    player = server.desk.players.resolve(who)
    if not isinstance(player, Player):
        return answer(reply.nobody(player))
    if system_ai.addressed(text):
        raise RefusedError(f"/system ai is an administrator's: use {typed('ai')}")
    request = _request(server, player, text.strip())
    cards, explained = await _answered(server, request, explain=args.get("explain") is True)
    for card in cards:
        server.talk.shown.show(player.name, card)
    shown = [plain(card, request.language) for card in cards]
    told = lines(explained) if explained else []
    return Answer(
        ok=True,
        exit=0,
        text="\n".join((*shown, *told)),
        data={"cards": shown, **({"explanation": explained} if explained else {})},
    )


def _request(server: Server, player: Player, text: str) -> Request:
    intake = server.intake
    return Request(
        player=player,
        text=text,
        language=intake.answers.language_heard(player, text),
        prompts=intake.prompts(),
        system=server.talk.bindings.of(player.uuid),
        generation=intake.generation(player.uuid),
    )


async def _answered(
    server: Server, request: Request, *, explain: bool
) -> tuple[Sequence[Card], dict[str, Any]]:
    router = server.talk.router
    await server.desk.access.see(request.player)
    if pressed := press(request.text):
        return await server.intake.pressed(request, pressed), {}
    if router.is_management(request.text):
        return await router.managed(request), {}
    try:
        async with server.intake.turns.turn(request.player.name):
            if explain:
                return await router.explained(request)
            return await router.answer(request), {}
    except BusyError as error:
        words = Words("request.busy", {"count": str(error)})
        raise RefusedError(say(words, request.language)) from error
