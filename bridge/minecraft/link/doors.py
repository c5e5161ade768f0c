"""The real ways back: a program in the server, the child's standard input, RCON, management."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import LinkError, PlayerAwayError, ProtocolError, UnconfirmedError
from bridge.minecraft.link.addressee import addressee
from bridge.minecraft.link.waiting import within
from bridge.minecraft.link.ways import WayState
from bridge.minecraft.transports.child_states import Running, words
from bridge.minecraft.transports.rcon import Down, Refused, Up
from bridge.minecraft.transports.rcon_codec import MAX_BODY

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bridge.core.actors import Player
    from bridge.core.clock import Clock
    from bridge.minecraft.link.ways import Message
    from bridge.minecraft.transports.child_states import ChildState
    from bridge.minecraft.transports.rcon import LinkState, RconClient
    from bridge.minecraft.transports.socket_messages import JsonValue, Result
    from bridge.minecraft.version import GameVersion

RESULT_SECONDS: Final = 10.0
"""How long a peer has to say that it showed something."""
FIRST_SECONDS: Final = 2.0
"""The same for one that has never said so: it may be one that only tells."""
PEER_ROOM: Final = 32_000
CONSOLE_ROOM: Final = 20_000
"""Bytes. A console's line has no bound of its own; ours is 65,536, and an escape may take three
times what it stands for."""
PLAIN_ROOM: Final = 8_000

_NOT_THERE: Final = re.compile(
    r"No player was found|(?:Player .{1,64}|That player) cannot be found", re.DOTALL
)
"""What `tellraw` answers for a player who is not in the game; else it answers nothing."""


_NOT_ASCII: Final = re.compile(r"[^\x00-\x7e]")


def in_ascii(component: str, version: GameVersion | None) -> str:
    """A component in ASCII alone: what is more stands in its strings, where escapes are read.

    Vanilla reads its console as UTF-8 (reference page, A4), the consoles of Paper, Forge and
    NeoForge (TerminalConsoleAppender) in Java's default charset, which is the machine's up to
    Java 17. JSON has `\\uXXXX` alone, in pairs beyond U+FFFF; SNBT, from 1.21.5, `\\UXXXXXXXX` too,
    and does not say that pairs are joined.
    """
    whole = version is not None and version.text_is_snbt

    def escape(found: re.Match[str]) -> str:
        if whole and found[0] > "\uffff":
            return f"\\U{ord(found[0]):08x}"
        return json.dumps(found[0])[1:-1]

    return _NOT_ASCII.sub(escape, component)


def tellraw(target: str, component: str) -> str:
    """The command that shows a component to one player."""
    return f"tellraw {target} {component}"


class PeerDoor(Protocol):
    """The way to the peers of the socket; `transports.socket_server.SocketServer` is one.

    Both wait for the peer's result without an end, and raise LinkError when the peer is gone,
    UnconfirmedError when it goes meanwhile.
    """

    def ask(self, session: str, command: str) -> Coroutine[None, None, Result]:
        """Have a peer run a command of the game."""
        ...

    def show(
        self, session: str, player: Player, components: JsonValue, plain: str
    ) -> Coroutine[None, None, Result]:
        """Have a peer show something."""
        ...


class PeerWay:
    """Programs in the server; the one that came last is asked.

    One that does not say how it went is not asked again: it may only be listening.
    """

    name = "server peer"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._door: PeerDoor | None = None
        self._sessions: list[str] = []
        self._answered: set[str] = set()
        self._runs_none: set[str] = set()
        self._was_there = False

    def attach(self, door: PeerDoor | None) -> None:
        """By which socket they are reached."""
        self._door = door

    def came(self, session: str) -> None:
        """A peer that shows what it is sent is there."""
        self._sessions.append(session)
        self._was_there = True

    def went(self, session: str) -> None:
        """It shows nothing more."""
        self._answered.discard(session)
        self._runs_none.discard(session)
        if session in self._sessions:
            self._sessions.remove(session)

    @property
    def state(self) -> WayState:
        """Off until the first has come."""
        if self._door is not None and self._sessions:
            return WayState.UP
        return WayState.AWAY if self._was_there else WayState.OFF

    @property
    def why(self) -> str:
        """Only worth a word once there was one."""
        return "it went" if self.state is WayState.AWAY else ""

    def room(self, player: Player) -> int:
        """One frame holds much more; a client does not."""
        del player
        return PEER_ROOM

    async def show(self, player: Player, message: Message) -> None:
        """One `send` frame, acknowledged by `result`."""
        if self._door is None or not self._sessions:
            raise LinkError("no server peer is connected")
        components: JsonValue = json.loads(message.component)
        session = self._sessions[-1]
        asked = self._door.show(session, player, components, message.plain)
        shows = session in self._answered
        patience = RESULT_SECONDS if shows else FIRST_SECONDS
        try:
            result = await within(patience, asked, self._clock)
        except TimeoutError as error:
            self.went(session)
            problem = f"the server peer said nothing in {patience:g} s"
            raise (UnconfirmedError if shows else LinkError)(problem) from error
        except ProtocolError as error:
            raise LinkError(str(error)) from error
        self._answered.add(session)
        if not result.ok:
            raise LinkError(f"the server peer did not show it: {result.text[:200]}")

    @property
    def runs(self) -> bool:
        """Whether a peer that is known to do what it is sent may run a command of the game."""
        return self._door is not None and self._runner is not None

    async def run(self, command: str) -> str:
        """One `run` frame; what the game answered, as far as the peer can tell. Raises LinkError.

        A peer that says nothing is not asked for another one: it may only show.
        """
        session = self._runner
        if self._door is None or session is None:
            raise LinkError("no server peer runs commands")
        try:
            result = await within(RESULT_SECONDS, self._door.ask(session, command), self._clock)
        except TimeoutError as error:
            self._runs_none.add(session)
            problem = f"the server peer said nothing in {RESULT_SECONDS:g} s"
            raise UnconfirmedError(problem) from error
        if not result.ok:
            raise LinkError(f"the server peer did not run it: {result.text[:200]}")
        return result.text

    @property
    def _runner(self) -> str | None:
        able = self._answered - self._runs_none
        return next((each for each in reversed(self._sessions) if each in able), None)


class ServerConsole(Protocol):
    """The standard input of a server that we run; `transports.child.Child` is one."""

    @property
    def state(self) -> ChildState:
        """Whether its process is there."""
        ...

    async def write(self, line: str) -> None:
        """Type a line. Raises LinkError when nobody reads it."""
        ...


class ConsoleWay:
    """The child's standard input. What is typed there is done, and nothing is answered."""

    name = "console"

    def __init__(self, console: ServerConsole, version: Callable[[], GameVersion | None]) -> None:
        self._console = console
        self._version = version

    @property
    def state(self) -> WayState:
        """A child that does not run is started again, perhaps."""
        return WayState.UP if isinstance(self._console.state, Running) else WayState.AWAY

    @property
    def why(self) -> str:
        """As the wrapper says it."""
        return "" if self.state is WayState.UP else words(self._console.state)

    def room(self, player: Player) -> int:
        """A line may be long."""
        del player
        return CONSOLE_ROOM

    async def show(self, player: Player, message: Message) -> None:
        """One `tellraw`."""
        version = self._version()
        component = in_ascii(message.component, version)
        await self._console.write(tellraw(addressee(player, version), component))


class RconWay:
    """RCON: `tellraw <uuid or name> <component>`, one packet each."""

    name = "rcon"

    def __init__(self, rcon: RconClient, version: Callable[[], GameVersion | None]) -> None:
        self._rcon = rcon
        self._version = version

    @property
    def state(self) -> WayState:
        """A password that is refused is no way to wait for; a server that is stuck is."""
        return WayState.AWAY if self._rcon.is_stuck else _way_state(self._rcon.state)

    @property
    def why(self) -> str:
        """As the client says it."""
        return _reason(self._rcon.state)

    def room(self, player: Player) -> int:
        """What is left of 1,446 bytes."""
        return MAX_BODY - len(tellraw(addressee(player, self._version()), "").encode())

    async def show(self, player: Player, message: Message) -> None:
        """One command, whose reply tells whether the player is there."""
        command = tellraw(addressee(player, self._version()), message.component)
        reply = await self._rcon.command(command)
        if _NOT_THERE.match(reply):
            raise PlayerAwayError(f"{player.name} is not in the game")


class SystemMessages(Protocol):
    """The management protocol as far as it tells players something."""

    @property
    def state(self) -> LinkState:
        """Whether it is connected."""
        ...

    async def tell(self, player: Player, text: str) -> None:
        """Show plain text to one player. Raises LinkError."""
        ...


class ManagementWay:
    """`server/system_message`: plain text, without a click."""

    name = "management"

    def __init__(self, management: SystemMessages) -> None:
        self._management = management

    @property
    def state(self) -> WayState:
        """A secret that is refused is no way to wait for."""
        return _way_state(self._management.state)

    @property
    def why(self) -> str:
        """As the client says it."""
        return _reason(self._management.state)

    def room(self, player: Player) -> int:
        """Its own frames hold far more."""
        del player
        return PLAIN_ROOM

    async def show(self, player: Player, message: Message) -> None:
        """The words alone."""
        await self._management.tell(player, message.plain)


def _way_state(state: LinkState) -> WayState:
    match state:
        case Up():
            return WayState.UP
        case Down():
            return WayState.AWAY
        case Refused():
            return WayState.OFF


def _reason(state: LinkState) -> str:
    match state:
        case Up(note=note):
            return note
        case Down(reason=reason) | Refused(reason=reason):
            return reason
