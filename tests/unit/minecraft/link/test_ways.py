"""Every way back keeps one contract, and the first that is up is taken."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest
from typing_extensions import override

from bridge.core.actors import Player
from bridge.core.errors import (
    LinkError,
    ManagementLostError,
    PlayerAwayError,
    RconLostError,
    RconTimeoutError,
    RconTooLongError,
    UnconfirmedError,
)
from bridge.minecraft.link.doors import (
    FIRST_SECONDS,
    RESULT_SECONDS,
    ConsoleWay,
    ManagementWay,
    PeerWay,
    RconWay,
)
from bridge.minecraft.link.ways import AWAY_SECONDS, STUCK_SECONDS, Ways, WayState, may_have_arrived
from bridge.minecraft.transports.child_states import ChildState, Running, Stopped
from bridge.minecraft.transports.rcon import Down, LinkState, RconClient, Refused, Up
from bridge.minecraft.transports.socket_messages import Result
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from bridge.minecraft.link.doors import PeerDoor
    from bridge.minecraft.link.ways import Message, Way
    from bridge.minecraft.transports.socket_messages import JsonValue

MARA = Player(name="Mara")


@dataclass(frozen=True)
class Said:
    component: str = '["","hello"]'
    plain: str = "hello"


HELLO = Said()


@dataclass
class Game:
    """What all the ways lead to: it writes down what reached the player, and can be broken."""

    state: LinkState = field(default_factory=Up)
    error: LinkError | None = None
    silent: bool = False
    stuck: bool = False
    told: list[str] = field(default_factory=list[str])

    def take(self, text: str) -> None:
        if self.error is not None:
            raise self.error
        self.told.append(text)


class Rcon:
    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def state(self) -> LinkState:
        return self._game.state

    @property
    def is_stuck(self) -> bool:
        return self._game.stuck

    async def command(self, text: str) -> str:
        if isinstance(self._game.error, PlayerAwayError):
            return "No player was found"
        self._game.take(text.removeprefix("tellraw Mara "))
        return ""


class Console:
    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def state(self) -> ChildState:
        return Running(1) if isinstance(self._game.state, Up) else Stopped(0)

    async def write(self, line: str) -> None:
        self._game.take(line.removeprefix("tellraw Mara "))


class Management:
    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def state(self) -> LinkState:
        return self._game.state

    async def tell(self, player: Player, text: str) -> None:
        assert player == MARA
        self._game.take(text)


class Door:
    def __init__(self, game: Game) -> None:
        self._game = game

    async def show(self, session: str, player: Player, components: JsonValue, plain: str) -> Result:
        assert (session, player) == ("s", MARA)
        if self._game.silent:
            await asyncio.Event().wait()
        self._game.take(json.dumps(components, separators=(",", ":")))
        return Result(id=1, ok=True, text=plain)

    async def ask(self, session: str, command: str) -> Result:
        if self._game.silent:
            await asyncio.Event().wait()
        self._game.take(command)
        return Result(id=1, ok=not command.startswith("stop"), text=f"{session}: did {command}")


def peer_way(game: Game, clock: FakeClock) -> PeerWay:
    way = PeerWay(clock)
    way.attach(cast("PeerDoor", Door(game)))
    way.came("s")
    if not isinstance(game.state, Up):
        way.went("s")
    return way


KINDS = ("server peer", "console", "rcon", "management")


def way_of(kind: str, game: Game, clock: FakeClock | None = None) -> Way:
    match kind:
        case "server peer":
            return peer_way(game, clock or FakeClock())
        case "console":
            return ConsoleWay(Console(game), lambda: None)
        case "rcon":
            return RconWay(cast("RconClient", Rcon(game)), lambda: None)
        case _:
            return ManagementWay(Management(game))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_message_reaches_the_player(kind: str) -> None:
    game = Game()
    way = way_of(kind, game)
    assert (way.name, way.state, way.why) == (kind, WayState.UP, "")
    assert way.room(MARA) > 1000
    await way.show(MARA, HELLO)
    assert game.told == ["hello" if kind == "management" else '["","hello"]']


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_not_there_says_why_and_may_come_back(kind: str) -> None:
    way = way_of(kind, Game(state=Down("the cable is out")))
    assert way.state is WayState.AWAY
    assert way.why


@pytest.mark.parametrize("kind", KINDS)
async def test_what_does_not_work_raises_a_link_error_and_nothing_arrived(kind: str) -> None:
    game = Game(error=LinkError("broken"))
    with pytest.raises(LinkError, match="broken") as raised:
        await way_of(kind, game).show(MARA, HELLO)
    assert not may_have_arrived(raised.value)
    assert game.told == []


@pytest.mark.parametrize("kind", ["rcon", "management"])
async def test_a_refusal_is_not_waited_for(kind: str) -> None:
    assert way_of(kind, Game(state=Refused("wrong password"))).state is WayState.OFF


async def test_a_server_that_is_stuck_is_waited_for_and_says_so() -> None:
    way = way_of("rcon", Game(state=Up("slow: no answer in 10 s"), stuck=True))
    assert (way.state, way.why) == (WayState.AWAY, "slow: no answer in 10 s")


async def test_no_peer_that_never_was_there_is_waited_for() -> None:
    way = PeerWay(FakeClock())
    assert (way.state, way.why) == (WayState.OFF, "")
    with pytest.raises(LinkError):
        await way.show(MARA, HELLO)


async def test_whom_the_game_does_not_find_is_away() -> None:
    with pytest.raises(PlayerAwayError):
        await way_of("rcon", Game(error=PlayerAwayError("x"))).show(MARA, HELLO)


@asynccontextmanager
async def passing(clock: FakeClock, seconds: float) -> AsyncGenerator[None]:
    """Once somebody sleeps, so much time passes."""

    async def advance() -> None:
        while not clock.sleeping:
            await asyncio.sleep(0)
        clock.advance(seconds)

    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        group.create_task(advance())
        yield


async def test_a_peer_that_never_says_how_it_went_only_listens_and_is_asked_once() -> None:
    clock, game = FakeClock(), Game(silent=True)
    way = peer_way(game, clock)
    async with passing(clock, FIRST_SECONDS):
        with pytest.raises(LinkError, match="said nothing") as raised:
            await way.show(MARA, HELLO)
    assert not may_have_arrived(raised.value)
    assert way.state is WayState.AWAY


async def test_a_peer_that_has_shown_something_and_falls_silent_may_have_shown_it() -> None:
    clock, game = FakeClock(), Game()
    way = peer_way(game, clock)
    await way.show(MARA, HELLO)
    game.silent = True
    async with passing(clock, RESULT_SECONDS):
        with pytest.raises(UnconfirmedError):
            await way.show(MARA, HELLO)


async def test_a_peer_that_does_what_it_is_sent_runs_commands_of_the_game() -> None:
    way = peer_way(Game(), FakeClock())
    assert not way.runs
    with pytest.raises(LinkError, match="no server peer runs commands"):
        await way.run("list")
    await way.show(MARA, HELLO)
    assert way.runs
    assert await way.run("list") == "s: did list"
    with pytest.raises(LinkError, match="did not run it: s: did stop"):
        await way.run("stop")
    way.went("s")
    assert not way.runs


async def test_a_peer_that_says_nothing_of_a_command_is_sent_no_other_one_and_still_shows() -> None:
    clock, game = FakeClock(), Game()
    way = peer_way(game, clock)
    await way.show(MARA, HELLO)
    game.silent = True
    async with passing(clock, RESULT_SECONDS):
        with pytest.raises(UnconfirmedError, match="said nothing"):
            await way.run("list")
    assert not way.runs
    game.silent = False
    await way.show(MARA, HELLO)
    assert way.state is WayState.UP


def test_which_errors_leave_it_open_whether_something_arrived() -> None:
    open_ones = (
        RconLostError("x", written=True),
        ManagementLostError("x", written=True),
        RconTimeoutError("x"),
        UnconfirmedError("x"),
    )
    sure_ones = (RconLostError("x", written=False), RconTooLongError("x"), LinkError("x"))
    assert all(map(may_have_arrived, open_ones))
    assert not any(map(may_have_arrived, sure_ones))


class Table:
    """All four, in their order."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.games = {kind: Game() for kind in KINDS}
        made = [way_of(kind, game, self.clock) for kind, game in self.games.items()]
        self.ways = Ways(made, self.clock)

    def drop(self, *kinds: str) -> None:
        for kind in kinds:
            self.games[kind].error = LinkError(f"{kind} is broken")

    @property
    def told(self) -> dict[str, int]:
        return {kind: len(game.told) for kind, game in self.games.items() if game.told}


def write(room: int) -> Sequence[Message]:
    assert room > 0
    return [HELLO, HELLO]


@pytest.mark.parametrize("broken", range(4))
async def test_the_first_that_works_is_taken(broken: int) -> None:
    table = Table()
    table.drop(*KINDS[:broken])
    await table.ways.tell(MARA, write)
    assert table.told == {KINDS[broken]: 2}


async def test_each_way_has_its_own_room() -> None:
    table = Table()
    rooms: list[int] = []

    def note(room: int) -> Sequence[Message]:
        rooms.append(room)
        return [HELLO]

    table.drop("server peer", "console")
    await table.ways.tell(MARA, note)
    assert len(rooms) == 3
    assert rooms[2] < 1446 < rooms[1] <= rooms[0]


async def test_what_may_have_arrived_is_told_no_other_way() -> None:
    table = Table()
    table.games["server peer"].error = UnconfirmedError("it went")
    with pytest.raises(UnconfirmedError):
        await table.ways.tell(MARA, write)
    assert table.told == {}


async def test_after_half_of_it_was_shown_no_other_way_is_taken() -> None:
    table = Table()

    def twice(room: int) -> Sequence[Message]:
        del room
        return [HELLO, cast("Message", Broken())]

    class Broken:
        plain = "x"

        @property
        def component(self) -> str:
            raise LinkError("no more")

    with pytest.raises(LinkError, match="no more"):
        await table.ways.tell(MARA, twice)
    assert table.told == {"server peer": 1}


async def test_if_none_works_the_last_reason_is_raised_at_once() -> None:
    table = Table()
    table.drop(*KINDS)
    with pytest.raises(LinkError, match="management is broken"):
        await table.ways.tell(MARA, write)
    assert table.clock.monotonic() == 0


class Sticking(Rcon):
    """A server that is found to be stuck after the wait for a turn."""

    def __init__(self, game: Game, clock: FakeClock) -> None:
        super().__init__(game)
        self._sticky = game
        self._clock = clock
        self._first = True

    @override
    async def command(self, text: str) -> str:
        if not self._first:
            return await super().command(text)
        self._first = False
        self._clock.advance(AWAY_SECONDS)
        self._sticky.stuck = True
        raise RconLostError("not sent", written=False)


async def test_what_a_stuck_server_was_not_sent_waits_for_it_from_then_on() -> None:
    clock, game = FakeClock(), Game()
    ways = Ways([RconWay(cast("RconClient", Sticking(game, clock)), lambda: None)], clock)
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        group.create_task(ways.tell(MARA, write))
        while not clock.sleeping:
            await asyncio.sleep(0)
        assert game.told == []
        game.stuck = False
        ways.changed()
    assert len(game.told) == 2


async def test_but_not_for_ever() -> None:
    clock, game = FakeClock(), Game()
    ways = Ways([RconWay(cast("RconClient", Sticking(game, clock)), lambda: None)], clock)
    async with passing(clock, STUCK_SECONDS):
        with pytest.raises(RconLostError, match="not sent"):
            await ways.tell(MARA, write)
    assert clock.monotonic() == AWAY_SECONDS + STUCK_SECONDS


async def test_a_stuck_server_is_passed_by_where_there_is_another_way() -> None:
    clock, game, other = FakeClock(), Game(), Game()
    rcon = RconWay(cast("RconClient", Sticking(game, clock)), lambda: None)
    await Ways([rcon, ManagementWay(Management(other))], clock).tell(MARA, write)
    assert other.told == ["hello", "hello"]
    assert clock.monotonic() == AWAY_SECONDS


async def test_one_that_comes_back_in_time_is_taken() -> None:
    clock, game = FakeClock(), Game(state=Down("starting"))
    ways = Ways([way_of("rcon", game)], clock)
    assert ways.current is None
    assert "rcon: starting" in ways.problem
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        telling = group.create_task(ways.tell(MARA, write))
        while not clock.sleeping:
            await asyncio.sleep(0)
        ways.changed()
        await asyncio.sleep(0)
        assert not telling.done()
        game.state = Up()
        ways.changed()
    assert len(game.told) == 2


async def test_nobody_waits_longer_than_that_and_for_what_is_off_not_at_all() -> None:
    clock, game = FakeClock(), Game(state=Down("starting"))
    ways = Ways([way_of("rcon", game)], clock)
    async with passing(clock, AWAY_SECONDS):
        with pytest.raises(LinkError, match="no way back to players: rcon: starting"):
            await ways.ready()
    game.state = Refused("wrong password")
    with pytest.raises(LinkError, match="wrong password"):
        await ways.ready()
    game.state = Up()
    await ways.ready()
