"""The game itself: who is in it, what is said, and what the log and the players are told of it.

Everything here runs on the main thread. Log lines: reference page, A2 and A3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.core.errors import ConfigurationError, RefusedError
from bridge.demo import chat_text, entity_data
from bridge.demo.accounts import account
from bridge.demo.player import Player
from bridge.demo.scoreboard import Scoreboard
from bridge.demo.screen import Kind
from bridge.demo.source import CONSOLE, RCON, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.demo.accounts import Operators
    from bridge.demo.rcon_server import LogWriter
    from bridge.demo.version import GameVersion

_FULL_LEVEL = 4
_DIMENSIONS = ("overworld", "the_nether", "the_end")
_CLIENT_PORTS = 50_000
_NAME = re.compile(r"[A-Za-z0-9_]{1,16}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What server.properties settles for the game."""

    online_mode: bool
    secure_chat: bool
    max_players: int
    operator_level: int
    rcon_informs: bool

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Rules:
        """The rules of a server.properties. Raises ConfigurationError: a number is none."""
        online_mode = settings["online-mode"] == "true"
        return cls(
            online_mode=online_mode,
            secure_chat=online_mode and settings["enforce-secure-profile"] == "true",
            max_players=_number(settings, "max-players"),
            operator_level=_number(settings, "op-permission-level"),
            rcon_informs=settings["broadcast-rcon-to-ops"] == "true",
        )


def _number(settings: Mapping[str, str], key: str) -> int:
    try:
        return int(settings[key])
    except ValueError as error:
        raise ConfigurationError(
            file="server.properties", key=key, problem=f"not a number: {settings[key]!r}"
        ) from error


class Game:
    """The state of one run of the server; the players' screens outlive it."""

    def __init__(
        self,
        *,
        version: GameVersion,
        rules: Rules,
        operators: Operators,
        players: dict[str, Player],
        log: LogWriter,
        on_stop: Callable[[], None],
    ) -> None:
        self.version = version
        self.rules = rules
        self.operators = operators
        self.scoreboard = Scoreboard()
        self.online: list[Player] = []
        self.request_stop = on_stop
        self._players = players
        self._log = log
        self._entities = 0

    def player(self, name: str) -> Player:
        """The player of that name, in the game or not. Raises RefusedError: it cannot be a name."""
        if _NAME.fullmatch(name) is None:
            raise RefusedError(f"not a player's name: {name!r}")
        return self._players.setdefault(
            name, Player(account(name, online_mode=self.rules.online_mode))
        )

    def known(self, name: str) -> Player | None:
        """The player of that name in any case, if they were ever here."""
        lower = name.lower()
        return next((one for one in self._players.values() if one.name.lower() == lower), None)

    def join(self, name: str) -> Player:
        """A player comes in. Raises RefusedError: is in already, or the server is full."""
        player = self.player(name)
        if player.online:
            raise RefusedError(f"{name} is in the game already")
        if len(self.online) >= self.rules.max_players:
            raise RefusedError("The server is full!")
        self._entities += 1
        if self.rules.online_mode:
            self._log(
                f"UUID of player {name} is {player.uuid}",
                thread=f"User Authenticator #{self._entities}",
            )
        place = ", ".join(entity_data.SPAWN)
        address = f"/127.0.0.1:{_CLIENT_PORTS + self._entities}"
        self._log(f"{name}[{address}] logged in with entity id {self._entities} at ({place})")
        self.announce(f"{name} joined the game")
        player.entity = self._entities
        self.online.append(player)
        return player

    def leave(self, name: str, reason: str = "Disconnected") -> None:
        """A player goes. Raises RefusedError: is not in the game."""
        player = self.present(name)
        self._log(f"{name} lost connection: {reason}")
        self.online.remove(player)
        player.entity = 0
        self.announce(f"{name} left the game")

    def shut_down(self, level: str) -> None:
        """The world is saved and everybody put out."""
        self._log("Stopping server")
        self._log("Saving players")
        for player in tuple(self.online):
            self.leave(player.name, "Server closed")
        self._log("Saving worlds")
        for dimension in _DIMENSIONS:
            self._log(f"Saving chunks for level 'ServerLevel[{level}]'/minecraft:{dimension}")
        self._log("ThreadedAnvilChunkStorage: All dimensions are saved")

    def present(self, name: str) -> Player:
        """The player of that name. Raises RefusedError: is not in the game."""
        player = self._players.get(name)
        if player is None or not player.online:
            raise RefusedError(f"{name} is not in the game")
        return player

    def chat(self, name: str, text: str) -> None:
        """A player says something.

        Raises RefusedError: the player is not there, or the game takes no such message.
        """
        player = self.present(name)
        objection = chat_text.objection(text)
        if objection is not None:
            raise RefusedError(objection)
        self.speak(f"<{player.name}> {text}", signed=True)

    def speak(self, line: str, *, signed: bool) -> None:
        """A line of chat for everybody; the log tells when nobody's signature vouches for it."""
        secure = signed and self.rules.secure_chat
        self._log(line if secure else f"[Not Secure] {line}")
        for player in self.online:
            player.see(Kind.CHAT, line)

    def announce(self, text: str) -> None:
        """A system message for everybody and the log."""
        self.log_system(text)
        for player in self.online:
            player.see(Kind.SYSTEM, text)

    def log_system(self, text: str) -> None:
        """A system message for the log alone."""
        self._log(f"{self.version.system_mark}{text}")

    def feedback(self, source: Source, text: str, *, inform: bool) -> None:
        """What a command tells who ran it and, if `inform`, the other operators and the log."""
        source.tell(text)
        if not (inform and source.informs):
            return
        told = f"[{source.name}: {text}]"
        for player in self.online:
            if player is not source.player and self.operators.level(player.uuid) > 0:
                player.see(Kind.SYSTEM, told)
        if source.name != CONSOLE:
            self.log_system(told)

    def console(self) -> Source:
        """The console, which reads its answers in the log."""
        return Source(name=CONSOLE, level=_FULL_LEVEL, tell=self.log_system)

    def rcon(self, tell: Callable[[str], None]) -> Source:
        """An RCON client."""
        return Source(name=RCON, level=_FULL_LEVEL, tell=tell, informs=self.rules.rcon_informs)

    def player_source(self, name: str) -> Source:
        """A player. Raises RefusedError: is not in the game."""
        player = self.present(name)

        def tell(text: str) -> None:
            player.see(Kind.SYSTEM, text)

        level = self.operators.level(player.uuid)
        return Source(name=player.name, level=level, tell=tell, player=player)
