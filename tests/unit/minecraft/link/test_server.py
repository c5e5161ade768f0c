"""One server's log and RCON as one stream, and the way back to one player."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.core.errors import LinkError, PlayerAwayError, RconLostError
from bridge.core.events import Chat, Join, Leave, Ready, Saved
from bridge.minecraft.identity import Identity, Proof
from bridge.minecraft.link import server as link_server
from bridge.minecraft.link import ways
from bridge.minecraft.link.line_source import LogSource
from bridge.minecraft.link.server import Doors, ServerLink
from bridge.minecraft.link.ways import may_have_arrived
from bridge.minecraft.transports import rcon, rcon_connection
from bridge.minecraft.transports.backoff import LONGEST
from bridge.minecraft.transports.log_file import LONGEST_LINE
from bridge.minecraft.transports.rcon_connection import Endpoint
from bridge.minecraft.version import GameVersion
from tests.peers.rcon_flavours import PASSWORD, RconPeer, Request, Session
from tests.peers.rcon_line import SleepersClock, refusing_port, says

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.minecraft.link.server import Heard

PATIENCE = 10
MARA = Player(name="Mara", uuid=UUID(int=7))
TEO = Player(name="Teo")
LIA = UUID(int=8)
START = "Starting minecraft server version 1.20.1"
DONE = 'Done (3.3s)! For help, type "help"'
LISTED = f"There are 1 of a max of 20 players online: Mara ({MARA.uuid})"
NOBODY = "There are 0 of a max of 20 players online: "


class Beside:
    """A link beside a log and a port, with what it reported."""

    def __init__(self, root: Path, port: int = 0, *, version: GameVersion | None = None) -> None:
        self.log = root / "logs" / "latest.log"
        self.port = port or refusing_port()
        self.password = PASSWORD
        self.off: LinkError | None = None
        self.clock = SleepersClock()
        self.reports: list[tuple[str, str | None]] = []
        self.notes: dict[str, str] = {}
        self._reported = asyncio.Event()
        self.link = ServerLink(
            log=LogSource(self.log),
            doors=Doors(endpoint=self._endpoint),
            identity=lambda presence: Identity(
                told=presence.uuids, cached=dict, computed=lambda _: None
            ),
            version=version,
            clock=self.clock,
            report=self._report,
        )

    def _endpoint(self) -> Endpoint:
        if self.off is not None:
            raise self.off
        return Endpoint(host="127.0.0.1", port=self.port, password=self.password)

    def _report(self, link: str, problem: str | None, note: str = "") -> None:
        self.notes[link] = note
        self.reports.append((link, problem))
        self._reported.set()

    def write(self, *messages: str) -> None:
        self.write_bytes("".join(f"[12:00:00] [Server thread/INFO]: {m}\n" for m in messages))

    def write_bytes(self, text: str) -> None:
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("a", encoding="utf-8") as file:
            file.write(text)

    async def reported(self, link: str) -> str | None:
        """The next report of this link, which is taken away."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [each for each in self.reports if each[0] == link]):
                self._reported.clear()
                await self._reported.wait()
        self.reports.remove(found[0])
        return found[0][1]

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[Callable[[], asyncio.Future[Heard]]]:
        """The stream of events of a link that runs; what is given waits for the next one."""
        async with (
            self.link.running(),
            aclosing(cast("AsyncGenerator[Heard]", self.link.events())) as events,
        ):

            async def following() -> Heard:
                async with asyncio.timeout(PATIENCE):
                    return await anext(events)

            yield lambda: asyncio.get_running_loop().create_task(following())

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0)


@dataclass(frozen=True)
class Said:
    """One message to a player."""

    component: str
    plain: str = ""


def saying(*components: str) -> Callable[[int], list[Said]]:
    return lambda _: [Said(component) for component in components]


@asynccontextmanager
async def up(root: Path, peer: RconPeer) -> AsyncGenerator[Beside]:
    """A link whose RCON is up at this peer, which runs."""
    async with peer.running():
        beside = Beside(root, peer.port)
        async with beside.link.running():
            assert await beside.reported("rcon") is None
            await beside.until(lambda: peer.commands == ["list uuids"])
            yield beside


async def test_only_what_happens_from_now_on_is_told_the_past_is_remembered(
    tmp_path: Path,
) -> None:
    beside = Beside(tmp_path)
    beside.write(START, f"UUID of player Mara is {MARA.uuid}", "Mara joined the game", "<Mara> old")
    async with beside.listening() as following:
        waiting = following()
        assert await beside.reported("log") is None
        beside.write("<Mara> new", "Saved the game", "Mara left the game")
        heard = [await waiting, await following(), await following()]
    assert [(each.event, each.player) for each in heard] == [
        (Chat(player="Mara", text="new"), MARA),
        (Saved(), None),
        (Leave(player="Mara"), None),
    ]
    assert beside.link.version is not None
    assert beside.link.version.release == (1, 20, 1)


async def test_the_version_is_what_is_known_until_the_log_tells_it(tmp_path: Path) -> None:
    beside = Beside(tmp_path, version=GameVersion.parse("1.16.5"))
    assert beside.link.version == GameVersion.parse("1.16.5")
    async with beside.listening() as following:
        waiting = following()
        assert await beside.reported("log")
        beside.write(START)
        await waiting
    assert beside.link.version == GameVersion.parse("1.20.1")


async def test_presence_comes_from_the_past_and_goes_on_from_there(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    beside.write("Teo joined the game", START, f"UUID of player Mara is {MARA.uuid}")
    beside.write("Mara joined the game")
    async with beside.listening() as following:
        waiting = following()
        assert await beside.reported("log") is None
        beside.write("Lia joined the game")
        assert (await waiting).event == Join(player="Lia")
        assert beside.link.online == [MARA, Player(name="Lia")]
        beside.write("Mara left the game")
        await following()
    assert beside.link.online == [Player(name="Lia")]
    assert not beside.link.is_online(MARA)


async def test_a_log_that_comes_later_is_followed_from_its_beginning(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    async with beside.listening() as following:
        waiting = following()
        assert "is not there; is the server started?" in str(await beside.reported("log"))
        beside.write("<Mara> first")
        assert (await waiting).event == Chat(player="Mara", text="first")
        assert await beside.reported("log") is None


async def test_a_log_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    beside.log.mkdir(parents=True)
    async with beside.listening() as following:
        waiting = following()
        assert "is no file" in str(await beside.reported("log"))
        beside.log.rmdir()
        beside.write("<Mara> past")
        assert await beside.reported("log") is None
        beside.write("<Mara> new")
        assert (await waiting).event == Chat(player="Mara", text="new")


async def test_lines_that_are_too_long_are_counted_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    beside = Beside(tmp_path)
    assert beside.link.skipped_lines == 0
    beside.write("<Mara> " + "x" * LONGEST_LINE, "<Mara> " + "y" * LONGEST_LINE)
    async with beside.listening() as following:
        waiting = following()
        assert await beside.reported("log") is None
        beside.write("<Mara> on")
        assert (await waiting).event == Chat(player="Mara", text="on")
        assert beside.link.skipped_lines == 2
    assert [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING] == [
        "log: a line over 64 KiB was left out"
    ]


PROXY = "[00:23:38 INFO]: Booting up Velocity 3.0.0...\n"


async def test_the_log_of_a_proxy_is_refused(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    async with beside.listening() as following:
        waiting = following()
        assert "is not there" in str(await beside.reported("log"))
        beside.write_bytes(PROXY)
        assert await beside.reported("log") is None
        assert "this is the log of a proxy (velocity)" in str(await beside.reported("log"))
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting


async def test_a_game_server_that_follows_a_proxy_in_the_log_is_up(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    async with beside.listening() as following:
        waiting = following()
        assert await beside.reported("log")
        beside.write_bytes(PROXY)
        beside.write("This server is running Paper version 1 (MC: 1.20.1)", "<Mara> hello")
        assert (await waiting).event == Chat(player="Mara", text="hello")
    assert [problem for link, problem in beside.reports if link == "log"][-1] is None


@pytest.mark.parametrize(
    ("answer", "online"),
    [(LISTED, [MARA]), (NOBODY, []), ("There are 1/20 players:", [TEO])],
    ids=["one", "nobody", "up to 1.12"],
)
async def test_the_servers_own_list_is_truer_than_the_log(
    tmp_path: Path, answer: str, online: list[Player]
) -> None:
    logged = asyncio.Event()

    async def reply(session: Session, request: Request) -> None:
        await logged.wait()
        await session.reply(request, answer)

    peer = RconPeer(handler=reply)
    async with peer.running():
        beside = Beside(tmp_path, peer.port)
        beside.write(START, "Teo joined the game")
        async with beside.listening() as following:
            waiting = following()
            await beside.until(lambda: beside.link.online == [TEO] and bool(peer.commands))
            logged.set()
            await beside.link.tell(TEO, saying("x"))
            assert beside.link.online == online
            beside.write("<Ghost> hello", "Saved the game")
            heard = (await waiting).event
        assert beside.link.online == online
    # Where the server names those who are there, nobody else speaks.
    assert heard == (Saved() if online == [MARA] else Chat(player="Ghost", text="hello"))


async def test_who_comes_or_goes_while_the_list_is_made_is_told_by_the_log(tmp_path: Path) -> None:
    logged = asyncio.Event()

    async def late(session: Session, request: Request) -> None:
        await logged.wait()
        beside.write("Lia joined the game", "Teo left the game")
        await waiting
        await following()
        await session.reply(
            request, f"There are 2 of a max of 20 players online: Mara ({MARA.uuid}), Teo ({LIA})"
        )

    peer = RconPeer(handler=late)
    async with peer.running():
        beside = Beside(tmp_path, peer.port)
        beside.write(START, "Teo joined the game")
        async with beside.listening() as following:
            waiting = following()
            await beside.until(lambda: beside.link.online == [TEO])
            logged.set()
            await beside.until(lambda: MARA in beside.link.online)
    assert [player.name for player in beside.link.online] == ["Mara", "Lia"]


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("<Mara> hi", True),
        ("[Not Secure] <Mara> hi", True),
        ("<[Admin] Mara> hi", False),
        ("<~Mara> hi", False),
        ("<\u00a7aMara> hi", False),
        ("[C]<Mara> hi", False),
        ("<Teo> hi", False),
        ("Saved the game", False),
    ],
)
async def test_whether_a_name_stood_bare_is_told(tmp_path: Path, line: str, bare: bool) -> None:
    beside = Beside(tmp_path)
    beside.write(START, "Mara joined the game")
    async with beside.listening() as following:
        waiting = following()
        await beside.until(lambda: len(beside.link.online) == 1)
        beside.write(line)
        assert ((await waiting).proof is Proof.SHOWN) is bare


async def test_who_is_online_is_asked_once_for_each_connection(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(LISTED))
    async with up(tmp_path, peer) as beside:
        await beside.until(lambda: beside.link.online == [MARA])
        await beside.link.tell(MARA, saying("one"))
        assert peer.commands == ["list uuids", "tellraw Mara one"]
        for session in peer.sessions:
            session.hang_up()
        assert await beside.reported("rcon")
        await beside.clock.begun(1)
        beside.clock.advance(LONGEST)
        assert await beside.reported("rcon") is None
        await beside.until(lambda: peer.commands.count("list uuids") == 2)
        await beside.link.tell(MARA, saying("two"))
    assert peer.commands[-1] == "tellraw Mara two"
    assert len(peer.commands) == 4


async def test_a_list_that_is_not_answered_is_one_line_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def refuse_to_list(session: Session, request: Request) -> None:
        if request.text == "list uuids":
            session.hang_up()
        else:
            await session.reply(request, "")

    peer = RconPeer(handler=refuse_to_list)
    with caplog.at_level(logging.INFO, link_server.__name__):
        async with up(tmp_path, peer) as beside:
            assert await beside.reported("rcon") == "the server closed the connection"
            await beside.until(lambda: bool(caplog.messages))
    (line,) = caplog.messages
    assert line.startswith("who is online was not told: ")


async def test_messages_go_to_that_player_alone_and_in_order(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(NOBODY))
    async with up(tmp_path, peer) as beside:
        await beside.link.tell(MARA, saying('{"text":"a \\" b"}', '["你好"]', '"c"'))
        await beside.link.tell(Player(name='A "B" @a'), saying('"d"'))
    assert peer.commands[1:] == [
        'tellraw Mara {"text":"a \\" b"}',
        'tellraw Mara ["你好"]',
        'tellraw Mara "c"',
        'tellraw "A \\"B\\" @a" "d"',
    ]


async def test_what_has_room_is_taken_as_one_command(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(NOBODY))
    player = Player(name="A 你")
    async with up(tmp_path, peer) as beside:
        await beside.link.tell(player, lambda room: [Said("x" * room)])
        with pytest.raises(LinkError):
            await beside.link.tell(player, lambda room: [Said("x" * (room + 1))])
    assert len(peer.commands) == 2


async def test_a_name_that_can_be_no_player_is_refused(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(NOBODY))
    async with up(tmp_path, peer) as beside:
        for name in ("", " ", "a\nb", "x" * 41):
            with pytest.raises(LinkError, match="not a player's name"):
                await beside.link.tell(Player(name=name), saying("x"))
    assert peer.commands == ["list uuids"]


async def test_whoever_the_game_does_not_find_is_away(tmp_path: Path) -> None:
    async def nobody_found(session: Session, request: Request) -> None:
        found = NOBODY if request.text == "list uuids" else "No player was found"
        await session.reply(request, found)

    peer = RconPeer(handler=nobody_found)
    async with up(tmp_path, peer) as beside:
        with pytest.raises(PlayerAwayError):
            await beside.link.tell(MARA, saying('"one"', '"two"'))
    assert len(peer.commands) == 2


async def test_an_answer_waits_for_a_server_that_is_starting(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(NOBODY), port=refusing_port())
    beside = Beside(tmp_path, peer.port)
    async with beside.link.running(), asyncio.TaskGroup() as group:
        assert await beside.reported("rcon")
        telling = group.create_task(beside.link.tell(MARA, saying('"late"', '"later"')))
        await beside.clock.begun(1)
        async with peer.running():
            beside.clock.advance(LONGEST)
            await telling
    assert [each for each in peer.commands if each.startswith("tellraw")] == [
        'tellraw Mara "late"',
        'tellraw Mara "later"',
    ]


@pytest.mark.parametrize("what", ["tell", "ready"])
async def test_it_waits_by_the_links_clock_and_no_longer(tmp_path: Path, what: str) -> None:
    beside = Beside(tmp_path)

    async def refused() -> None:
        with pytest.raises(LinkError, match="no way back to players: rcon: ") as lost:
            await (beside.link.ready() if what == "ready" else telling())
        assert not may_have_arrived(lost.value)

    async def telling() -> None:
        await beside.link.tell(MARA, saying('"x"'))

    async with beside.link.running(), asyncio.TaskGroup() as group:
        assert await beside.reported("rcon")
        group.create_task(refused())
        await beside.until(lambda: beside.clock.sleeping == 2)
        beside.clock.advance(ways.AWAY_SECONDS)


async def test_what_was_sent_is_never_sent_again(tmp_path: Path) -> None:
    async def hang_up_on_messages(session: Session, request: Request) -> None:
        if request.text == "list uuids":
            await session.reply(request, NOBODY)
        else:
            session.hang_up()

    peer = RconPeer(handler=hang_up_on_messages)
    async with up(tmp_path, peer) as beside:
        with pytest.raises(RconLostError) as lost:
            await beside.link.tell(MARA, saying('"one"', '"two"'))
        assert lost.value.written
        assert await beside.reported("rcon")
        await beside.clock.begun(1)
        beside.clock.advance(LONGEST)
        assert await beside.reported("rcon") is None
        await beside.until(lambda: peer.commands.count("list uuids") == 2)
    assert [each for each in peer.commands if "tellraw" in each] == ['tellraw Mara "one"']


async def test_a_server_that_does_not_answer_is_slow_and_then_no_way_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rcon_connection, "SILENCES", (0.02, 0.04))
    monkeypatch.setattr(rcon, "SILENCES", (0.02, 0.04, 60.0))
    monkeypatch.setattr(rcon, "STUCK_SECONDS", 0.04)
    let_go = asyncio.Event()

    async def late(session: Session, request: Request) -> None:
        if "one" in request.text:
            await let_go.wait()
        await session.reply(request, NOBODY if request.text == "list uuids" else "")

    peer = RconPeer(handler=late)
    async with up(tmp_path, peer) as beside, asyncio.TaskGroup() as group:
        group.create_task(beside.link.tell(MARA, saying("one")))
        await beside.until(lambda: beside.notes["rcon"].startswith("slow: no answer in"))
        await beside.until(lambda: ("answers", link_server.NO_WAY) in beside.reports)
        sleeping = beside.clock.sleeping
        group.create_task(beside.link.tell(MARA, saying("two")))
        await beside.until(lambda: beside.clock.sleeping > sleeping)
        assert len(peer.commands) == 2
        let_go.set()
    assert beside.notes["rcon"] == ""
    assert [command.split()[-1] for command in peer.commands[1:]] == ["one", "two"]


async def test_a_password_that_is_not_accepted_is_told_apart_and_not_waited_for(
    tmp_path: Path,
) -> None:
    peer = RconPeer(password="another")
    async with peer.running():
        beside = Beside(tmp_path, peer.port)
        async with beside.link.running():
            assert "password" in str(await beside.reported("rcon"))
            with pytest.raises(LinkError, match="password"):
                await beside.link.tell(MARA, saying('"x"'))
            beside.password = "another"
            await beside.clock.begun(1)
            beside.clock.advance(LONGEST)
            assert await beside.reported("rcon") is None


async def test_why_rcon_is_not_used_is_told_as_it_is(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    beside.off = LinkError("RCON is off: set enable-rcon=true")
    async with beside.link.running():
        assert await beside.reported("rcon") == "RCON is off: set enable-rcon=true"


async def test_another_reason_for_being_down_is_told_too(tmp_path: Path) -> None:
    beside = Beside(tmp_path)
    beside.off = LinkError("RCON is off: set enable-rcon=true")
    async with beside.link.running():
        await beside.reported("rcon")
        beside.off = LinkError("rcon.password is empty")
        await beside.clock.begun(1)
        beside.clock.advance(LONGEST)
        await beside.clock.begun(2)
    assert ("rcon", "rcon.password is empty") in beside.reports


@pytest.mark.parametrize("port", [70_000, -1])
async def test_a_port_that_does_not_exist_is_a_link_that_is_down(tmp_path: Path, port: int) -> None:
    beside = Beside(tmp_path, port)
    async with beside.link.running():
        assert await beside.reported("rcon")


async def test_a_server_that_says_it_is_ready_is_tried_at_once(tmp_path: Path) -> None:
    peer = RconPeer(handler=says(NOBODY), port=refusing_port())
    beside = Beside(tmp_path, peer.port)
    async with beside.listening() as following:
        assert await beside.reported("rcon")
        await beside.clock.begun(1)
        async with peer.running():
            waiting = following()
            assert await beside.reported("log")
            beside.write(DONE)
            assert (await waiting).event == Ready()
            assert await beside.reported("rcon") is None
    assert beside.clock.monotonic() == 0
