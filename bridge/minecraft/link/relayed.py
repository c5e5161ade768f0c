"""What our own script and datapack put into the log: signed lines, and the game's word on calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.actors import Player
from bridge.core.events import Chat, ConsoleEcho, IssuedCommand, Pressed
from bridge.minecraft.dialects.spoken import NOT_PLAYERS
from bridge.minecraft.identity import PROOFS, Transport
from bridge.minecraft.link import pack_calls
from bridge.minecraft.link.heard import SCRIPT, Heard
from bridge.minecraft.transports import socket_messages as wire
from bridge.minecraft.transports.signed_lines import SignedLines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.core.events import Feedback, Relay
    from bridge.minecraft.identity import Identity
    from bridge.minecraft.transports.log_file import LogLine


class Relayed:
    """One server's. `key` reads the script's key each time that one is needed; None: no script."""

    def __init__(self, identity: Identity, key: Callable[[], bytes | None]) -> None:
        self._identity = identity
        self._key = key
        self._signed: SignedLines | None = None

    def signed(self, event: Relay, place: LogLine | None) -> Heard | None:
        """What a line of the script says, if it is signed by our key and new."""
        if self._signed is None and (key := self._key()) is not None:
            self._signed = SignedLines(key)
        match self._signed.read(event.data) if self._signed else None:
            case wire.Chat(player=player, text=text):
                said = Chat(player=player.name, text=text)
                return self._of(player, said, Transport.SCRIPT_CHAT, place)
            case wire.Action(player=player, card=card, number=number):
                press = Pressed(player=player.name, card=card, number=number)
                return self._of(player, press, Transport.SCRIPT_CHAT, place)
            case wire.Command(player=None, text=text):
                proof = PROOFS[Transport.CONSOLE]
                return Heard(event=ConsoleEcho(text=text), proof=proof, place=place, source=SCRIPT)
            case wire.Command(player=wire.PeerPlayer() as player, text=text):
                order = IssuedCommand(player=player.name, text=_slashed(text))
                return self._of(player, order, Transport.SCRIPT_COMMAND, place)
            case _:
                return None

    def called(self, event: Feedback, place: LogLine | None) -> Heard | pack_calls.Queued | None:
        """What somebody did with the pack; `Queued`: its storage has to be read."""
        player = self._identity.player(event.player)
        proof = PROOFS[Transport.FUNCTION]
        match pack_calls.read_call(event):
            case pack_calls.Pressed(card=card, number=number):
                press = Pressed(player=event.player, card=card, number=number)
                return Heard(event=press, player=player, proof=proof, place=place)
            case pack_calls.Ordered(text=text) if event.player in NOT_PLAYERS:
                return Heard(event=ConsoleEcho(text=text), proof=proof, place=place)
            case pack_calls.Ordered(text=text):
                order = IssuedCommand(player=event.player, text=_slashed(text))
                return Heard(event=order, player=player, proof=proof, place=place)
            case pack_calls.Queued() as queued:
                return queued
            case None:
                return None

    @staticmethod
    def stored(order: pack_calls.StoredOrder, players: Iterable[Player]) -> Heard:
        """An order of the storage, by whoever ran the function; no player did: by the console."""
        proof = PROOFS[Transport.FUNCTION]
        player = next((each for each in players if order.by and each.uuid == order.by), None)
        if player is None:
            return Heard(event=ConsoleEcho(text=order.text), proof=proof)
        issued = IssuedCommand(player=player.name, text=_slashed(order.text))
        return Heard(event=issued, player=player, proof=proof)

    @staticmethod
    def _of(
        told: wire.PeerPlayer,
        event: Chat | Pressed | IssuedCommand,
        transport: Transport,
        place: LogLine | None,
    ) -> Heard:
        return Heard(
            event=event,
            player=Player(name=told.name, uuid=told.uuid),
            proof=PROOFS[transport],
            language=told.lang,
            place=place,
            source=SCRIPT,
        )


def _slashed(text: str) -> str:
    return f"/{text.removeprefix('/')}"
