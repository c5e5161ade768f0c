"""What a peer of the socket may ask of the daemon, by its role."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bridge.conversation.turns import Turns
from bridge.core.errors import RefusedError, UsageError
from bridge.core.modes import Mode
from bridge.daemon.control import Control
from bridge.daemon.health import Condition, Health, State
from bridge.daemon.server_place import ServerPlace
from bridge.daemon.system_files import Reloaded
from bridge.minecraft.transports.socket_messages import (
    Chat,
    Command,
    Complete,
    Join,
    Leave,
    PeerPlayer,
    Reload,
    Role,
    Saved,
)
from bridge.minecraft.transports.socket_roles import Peer
from bridge.settings.schema import ServerTable
from tests.fakes.server_link import RecordingLink
from tests.unit.daemon.conftest import MARA, TEO

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.access.world import WorldAccess
    from bridge.core.actors import Player
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.wiring import Daemon
    from bridge.minecraft.link.doors import PeerDoor


class Followed:
    """In place of the access frames: what they are told of a peer's players."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def joined(self, session: str, world: WorldAccess, reported: PeerPlayer, *_: object) -> None:
        self.told.append(("joined", session, world, reported))

    def left(self, session: str, reported: PeerPlayer) -> None:
        self.told.append(("left", session, reported))

    def gone(self, session: str) -> None:
        self.told.append(("gone", session))


class Parts:
    """A daemon of one server, called main, as far as the socket asks it."""

    def __init__(self, desk: AccessDesk, folder: Path) -> None:
        self.health = Health(frozenset({"log"}))
        self.turns = Turns()
        self.frames = Followed()
        server = SimpleNamespace(name="main", link=RecordingLink(), desk=desk)
        server.place = ServerPlace(folder, ServerTable(directory=str(folder)))
        self.servers = [server]
        self.settled = 0
        self.reloads = 0
        self.reloaded = Reloaded(("quests: 4 chapters, 11 quests", "system-agent.json: as it was"))

    def server(self, name: str | None) -> SimpleNamespace:
        if name not in {None, "main"}:
            raise RefusedError("name one of these servers with --server: main")
        return self.servers[0]

    async def until_settled(self) -> None:
        self.settled += 1

    async def reload(self) -> Reloaded:
        self.reloads += 1
        return self.reloaded


@pytest.fixture
def parts(desk: AccessDesk, tmp_path: Path) -> Parts:
    (tmp_path / "server.properties").write_text("online-mode=true\n")
    listed = [{"uuid": str(MARA.uuid), "name": "Mara", "level": 2}]
    (tmp_path / "ops.json").write_text(json.dumps(listed))
    return Parts(desk, tmp_path)


@pytest.fixture
def control(parts: Parts) -> Control:
    return Control(cast("Daemon", parts))


def peer(role: Role) -> Peer:
    return Peer(session="1", role=role, server="main", agent="a console")


SHELL = peer(Role.CONTROL)
FREE = "/system ai default free"


def spoken_for(player: Player, *, op: bool = False) -> PeerPlayer:
    return PeerPlayer(name=player.name, uuid=player.uuid, op=op)


async def test_status_waits_for_the_links_and_exits_1_until_it_is_ready(
    control: Control, parts: Parts
) -> None:
    before = await control.call("status", {}, SHELL)
    assert (before.ok, before.exit) == (False, 1)
    assert before.text.startswith("not ready")
    parts.health.up("log")
    after = await control.call("status", {}, SHELL)
    assert (after.ok, after.exit) == (True, 0)
    assert after.text.startswith("ready")
    assert isinstance(after.data, dict)
    assert after.data["ready"] is True
    assert parts.settled == 2


@pytest.mark.parametrize("refused", [False, True])
async def test_reload_says_what_there_is_now_and_fails_when_a_file_is_refused(
    control: Control, parts: Parts, refused: bool
) -> None:
    parts.reloaded = Reloaded(parts.reloaded.lines, refused=refused)
    reply = await control.call("reload", {}, SHELL)
    assert (reply.ok, reply.exit) == (not refused, int(refused))
    assert reply.text == "quests: 4 chapters, 11 quests\nsystem-agent.json: as it was"


async def test_other_words_go_to_the_desk_of_the_named_server(
    control: Control, desk: AccessDesk
) -> None:
    reply = await control.call("ai", {"text": "ai default free", "server": "main"}, SHELL)
    assert reply.text == "The default mode of this world is now free."
    assert reply.data == {"default": "free"}
    (entry,) = await desk.access.history()
    assert entry.author.origin == "shell"
    with pytest.raises(RefusedError, match="--server"):
        await control.call("ai", {"text": "ai default", "server": "other"}, SHELL)


async def test_a_word_that_is_not_known_is_refused_and_a_wrong_one_is_wrong_usage(
    control: Control,
) -> None:
    with pytest.raises(RefusedError, match="'dance' is not known here"):
        await control.call("dance", {}, SHELL)
    with pytest.raises(UsageError):
        await control.call("access.defaults", {"text": "x"}, SHELL)


async def test_a_console_gives_orders_in_its_own_name(control: Control, desk: AccessDesk) -> None:
    command = Command(text="/system ai default extended", id=1)
    reply = await control.command(command, peer(Role.CONSOLE))
    assert (reply.ok, reply.text) == (True, "The default mode of this world is now extended.")
    (entry,) = await desk.access.history()
    assert (entry.author.origin, str(entry.author.actor)) == (
        "socket",
        "Console(origin='a console')",
    )
    wrong = await control.command(Command(text="system ai default turbo", id=2), peer(Role.CONSOLE))
    assert (wrong.ok, wrong.exit) == (False, 2)


@pytest.mark.parametrize(
    ("role", "text"),
    [
        (Role.CONSOLE, "/stop"),
        (Role.CONSOLE, "/system aid default free"),
        (Role.CONSOLE, ""),
        (Role.SERVER, "/stop"),
        (Role.CONTROL, "/stop"),
    ],
)
async def test_any_other_command_is_refused_and_changes_nothing(
    control: Control, desk: AccessDesk, role: Role, text: str
) -> None:
    command = Command(text=text, id=1, player=spoken_for(MARA))
    with pytest.raises(RefusedError, match="only /system ai is a command here"):
        await control.command(command, peer(role))
    assert await desk.access.history() == []


async def test_an_administrator_orders_by_a_server_peer_in_their_own_name(
    control: Control, desk: AccessDesk
) -> None:
    command = Command(text=FREE, id=1, player=spoken_for(MARA))
    reply = await control.command(command, peer(Role.SERVER))
    assert reply.text == "The default mode of this world is now free."
    (entry,) = await desk.access.history()
    assert (entry.author.actor, entry.author.origin) == (MARA, "socket")


@pytest.mark.parametrize("role", [Role.SERVER, Role.CONTROL])
@pytest.mark.parametrize(
    ("player", "why"),
    [
        (None, "for whom"),
        (PeerPlayer(name="Mara", op=True), "permission level 2 is needed"),
        (spoken_for(TEO, op=True), "permission level 2 is needed"),
        (PeerPlayer(name="Mara", uuid=TEO.uuid, op=True), "permission level 2 is needed"),
    ],
)
async def test_whoever_a_peer_does_not_prove_an_administrator_changes_nothing(
    control: Control, desk: AccessDesk, role: Role, player: PeerPlayer | None, why: str
) -> None:
    with pytest.raises(RefusedError, match=why):
        await control.command(Command(text=FREE, id=1, player=player), peer(role))
    question = Complete(text="/system ai ", cursor=11, id=2, player=player)
    with pytest.raises(RefusedError, match=why):
        await control.complete(question, peer(role))
    assert desk.access.rules.default is Mode.STANDARD
    assert await desk.access.history() == []


async def test_where_names_are_not_verified_a_server_peer_proves_no_administrator(
    control: Control, desk: AccessDesk, tmp_path: Path
) -> None:
    (tmp_path / "server.properties").write_text("online-mode=false\n")
    command = Command(text=FREE, id=1, player=spoken_for(MARA, op=True))
    with pytest.raises(RefusedError, match="permission level 2 is needed"):
        await control.command(command, peer(Role.SERVER))
    assert desk.access.rules.default is Mode.STANDARD


async def test_completion_offers_what_may_come_next_and_whom_it_knows(
    control: Control, desk: AccessDesk
) -> None:
    await desk.access.see(MARA)
    text = "/system ai Ma"
    for role, player in ((Role.CONSOLE, None), (Role.SERVER, spoken_for(MARA))):
        question = Complete(text=text, cursor=13, id=1, player=player)
        found = await control.complete(question, peer(role))
        assert (found.items, found.start) == (("Mara",), 11)


async def test_a_command_that_the_log_had_told_already_is_not_done_again(
    control: Control, parts: Parts, desk: AccessDesk
) -> None:
    parts.servers[0].link.commanded_before = True
    reply = await control.command(
        Command(text=FREE, id=1, player=spoken_for(MARA)), peer(Role.SERVER)
    )
    assert (reply.ok, reply.text) == (True, "")
    assert await desk.access.history() == []


async def test_all_that_server_peers_report_goes_to_the_link(
    control: Control, parts: Parts, desk: AccessDesk
) -> None:
    mara = spoken_for(MARA)
    chat = Chat(player=mara, text="@ai hi", id=1)
    reports = (Join(player=mara), chat, Leave(player=mara), Saved(), Reload())
    for report in reports:
        await control.received(report, peer(Role.SERVER))
    assert parts.frames.told == [("joined", "1", desk.access, mara), ("left", "1", mara)]
    assert parts.servers[0].link.peers == [("told", report, "1") for report in reports]


def test_players_are_told_by_server_peers_while_these_are_there(
    control: Control, parts: Parts
) -> None:
    link = parts.servers[0].link
    door = cast("PeerDoor", object())
    with control.peers.reached_by(door):
        control.connected(peer(Role.SERVER))
        assert parts.health.links["peers"] == Condition(State.UP, "a console")
        control.connected(peer(Role.CONSOLE))
        control.disconnected(peer(Role.SERVER))
        assert parts.health.links["peers"] == Condition(State.OFF, "none is connected")
    assert link.peers == [("attach", door), ("came", "1"), ("went", "1"), ("attach", None)]


def test_who_comes_and_goes_is_logged_but_for_our_own_command_line(
    control: Control, parts: Parts, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for role in (Role.CONTROL, Role.SERVER, Role.CONSOLE):
            control.connected(peer(role))
            control.disconnected(peer(role))
        control.dropped(peer(Role.CONTROL), "too slow")
        control.dropped(None, "no hello")
    assert caplog.messages == [
        "peers: up: a console",
        "peers: off: none is connected",
        "socket: console a console connected",
        "socket: console a console went",
        "socket: a peer was dropped (a console): too slow",
        "socket: a peer was dropped (?): no hello",
    ]
    assert parts.frames.told == [("gone", "1")] * 3
