"""What a peer of the socket may ask of the daemon, by its role."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bridge.access.reply import Reply
from bridge.conversation.turns import Turns
from bridge.core.cards import Plain
from bridge.core.errors import RefusedError, UsageError
from bridge.daemon.control import Control, answer
from bridge.daemon.health import Health
from bridge.minecraft.transports.socket_messages import Command, Complete, Role, Saved
from bridge.minecraft.transports.socket_roles import Peer
from tests.fakes.server_link import RecordingLink
from tests.unit.daemon.conftest import MARA

if TYPE_CHECKING:
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.wiring import Daemon


class Parts:
    """A daemon of one server, called main, as far as the socket asks it."""

    def __init__(self, desk: AccessDesk) -> None:
        self.health = Health(frozenset({"log"}))
        self.turns = Turns()
        self.servers = [SimpleNamespace(name="main", link=RecordingLink(), desk=desk)]
        self.settled = 0

    def server(self, name: str | None) -> SimpleNamespace:
        if name not in {None, "main"}:
            raise RefusedError("name one of these servers with --server: main")
        return self.servers[0]

    async def until_settled(self) -> None:
        self.settled += 1

    async def reload(self) -> str:
        return "quests: 4 chapters, 11 quests"


@pytest.fixture
def parts(desk: AccessDesk) -> Parts:
    return Parts(desk)


@pytest.fixture
def control(parts: Parts) -> Control:
    return Control(cast("Daemon", parts))


def peer(role: Role) -> Peer:
    return Peer(session="1", role=role, server="main", agent="a console")


SHELL = peer(Role.CONTROL)


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


async def test_reload_says_what_there_is_now(control: Control) -> None:
    reply = await control.call("reload", {}, SHELL)
    assert (reply.ok, reply.exit, reply.text) == (True, 0, "quests: 4 chapters, 11 quests")


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
        (Role.SERVER, "/system ai default free"),
        (Role.CONTROL, "/system ai default free"),
    ],
)
async def test_any_other_command_is_refused_and_changes_nothing(
    control: Control, desk: AccessDesk, role: Role, text: str
) -> None:
    with pytest.raises(RefusedError, match="only a console"):
        await control.command(Command(text=text, id=1), peer(role))
    assert await desk.access.history() == []


async def test_completion_offers_what_may_come_next_and_whom_it_knows(
    control: Control, desk: AccessDesk
) -> None:
    await desk.access.see(MARA)
    text = "/system ai Ma"
    found = await control.complete(Complete(text=text, cursor=13, id=1), peer(Role.CONSOLE))
    assert (found.items, found.start) == (("Mara",), 11)


async def test_reports_of_server_peers_change_nothing(control: Control, desk: AccessDesk) -> None:
    await control.received(Saved(), peer(Role.SERVER))
    assert list(desk.access.seen()) == []


def test_who_comes_and_goes_is_logged_but_for_our_own_command_line(
    control: Control, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for role in (Role.CONTROL, Role.SERVER):
            control.connected(peer(role))
            control.disconnected(peer(role))
        control.dropped(peer(Role.CONTROL), "too slow")
        control.dropped(None, "no hello")
    assert caplog.messages == [
        "socket: server a console connected",
        "socket: server a console went",
        "socket: a peer was dropped (a console): too slow",
        "socket: a peer was dropped (?): no hello",
    ]


@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_reply_is_one_text_in_english(code: int) -> None:
    reply = Reply(lines=((Plain("a"), Plain("b")), (Plain("c"),)), exit=code, data={"x": 1})  # pyright: ignore[reportArgumentType] - the parameter is one of three
    told = answer(reply)
    assert (told.ok, told.exit, told.text, told.data) == (code == 0, code, "ab\nc", {"x": 1})
