"""`system:players`, answered from the game and the world's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import notice
from bridge.core.errors import RefusedError
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.repeating import repeated
from bridge.modules.workflow import Routing, Workflow
from bridge.workflows.players import cards

if TYPE_CHECKING:
    from bridge.core.cards import Card
    from bridge.modules.workflow import Call
    from bridge.tools.players.census import Census

PLAYERS = Command(
    name="players",
    usage="command.players.usage",
    summary="command.players.summary",
    argument=Argument.OPTIONAL,
    input="player",
)


def workflows(census: Census) -> tuple[Workflow, ...]:
    """The one, over the players of one server."""

    async def show(call: Call) -> Card:
        from bridge.tools.readers.players import whom

        name = call.input.get("player", "")
        try:
            player = whom(census, call.player, name, administrator=call.administrator)
        except RefusedError:
            if _is_online(census, name):
                # That is no secret: everybody sees it in the list of players.
                return cards.stranger(name, census.online)
            key = "players.nobody" if call.administrator else "players.own_only"
            return notice(key, player=repeated(name, cards.ASKED))
        return cards.about(
            player,
            census.online,
            await census.condition(player),
            await census.record(player),
        )

    return (
        Workflow(
            id="system:players",
            run=show,
            command=PLAYERS,
            routing=Routing(
                description="Show who is online, and the asking player's position, health, "
                "inventory, experience, play time and deaths.",
                inputs=TextInputs(
                    {"player": TextInput("a player's name; leave out for the asking player")}
                ),
            ),
        ),
    )


def _is_online(census: Census, name: str) -> bool:
    return name.casefold() in {each.name.casefold() for each in census.online}
