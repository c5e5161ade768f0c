"""What becomes of a peer's messages between connection and handler."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ConfigurationError, RefusedError, StoreError, UsageError
from bridge.minecraft.transports.socket_codec import decode_from_daemon
from bridge.minecraft.transports.socket_desk import Desk, Reception
from bridge.minecraft.transports.socket_frames import DAEMON, FrameDecoder
from bridge.minecraft.transports.socket_handler import SocketLimits
from bridge.minecraft.transports.socket_messages import (
    Action,
    Call,
    Chat,
    Command,
    Complete,
    Completions,
    Error,
    Join,
    PeerPlayer,
    Reply,
    Role,
)
from bridge.minecraft.transports.socket_repeats import RepeatMemory
from bridge.minecraft.transports.socket_roles import Peer
from tests.fakes.clock import FakeClock
from tests.fakes.socket_handler import RecordingHandler

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.errors import BridgeError
    from bridge.minecraft.transports.socket_messages import DaemonMessage

MARA = PeerPlayer(name="Mara")


class Sent:
    """What a desk writes, as messages."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[DaemonMessage] = asyncio.Queue()

    def write(self, frame: bytes) -> bool:
        (decoded,) = FrameDecoder(DAEMON).feed(frame)
        self.messages.put_nowait(decode_from_daemon(decoded))
        return True


class Office:
    """Desks of one socket, with one handler and one memory."""

    def __init__(self, limits: SocketLimits) -> None:
        self.handler = RecordingHandler()
        self.clock = FakeClock()
        self.reception = Reception(
            token="t",
            memories={"main": RepeatMemory(), None: RepeatMemory()},
            handler=self.handler,
            clock=self.clock,
            limits=limits,
        )

    @asynccontextmanager
    async def desk(self, role: Role = Role.SERVER) -> AsyncGenerator[tuple[Desk, Sent]]:
        sent = Sent()
        peer = Peer(session="s", role=role, server="main", agent="a")
        async with asyncio.TaskGroup() as work:
            desk = Desk(peer, self.reception, work, sent.write)
            yield desk, sent
            await desk.close()


@pytest.fixture
def office() -> Office:
    return Office(SocketLimits(incoming_frames=4, answering=2))


async def test_reports_and_commands_are_handed_over_in_order(office: Office) -> None:
    async with office.desk() as (desk, sent):
        join, chat = Join(player=MARA), Chat(player=MARA, text="hi", id=1)
        command, action = (
            Command(player=MARA, text="/menu", id=2),
            Action(player=MARA, card="c", number=1, id=3),
        )
        for message in (join, chat, command, action):
            await desk.take(message)
        assert await office.handler.next("received") == join
        assert await office.handler.next("received") == chat
        assert await office.handler.next("command") == command
        assert await office.handler.next("received") == action
        assert await sent.messages.get() == Reply(id=2, ok=True, exit=0, text="/menu 1")


async def test_a_command_holds_back_what_follows_but_no_call(office: Office) -> None:
    office.handler.gate.clear()
    async with office.desk() as (desk, sent):
        await desk.take(Command(text="first", id=1))
        await desk.take(Command(text="second", id=2))
        await desk.take(Call(verb="status", id=3))
        await desk.take(Complete(text="/sys", cursor=4, id=4))
        started = [await office.handler.told.get() for _ in range(3)]
        assert [kind for kind, _ in started] == ["command", "call", "complete"]
        assert office.handler.told.empty()
        office.handler.gate.set()
        assert await office.handler.next("command") == Command(text="second", id=2)
        answers = [await sent.messages.get() for _ in range(4)]
        assert {answer.id for answer in answers if isinstance(answer, Reply)} == {1, 2, 3}
        assert Completions(id=4, items=("/sys",), start=4) in answers


async def test_what_waits_is_carried_out_after_the_peer_has_gone(office: Office) -> None:
    office.handler.gate.clear()
    async with office.desk() as (desk, _):
        await desk.take(Chat(player=MARA, text="one", id=1))
        await desk.take(Chat(player=MARA, text="two", id=2))
        office.handler.gate.set()
    assert await office.handler.next("received") == Chat(player=MARA, text="one", id=1)
    assert await office.handler.next("received") == Chat(player=MARA, text="two", id=2)


async def test_a_full_lane_makes_the_reader_wait(office: Office) -> None:
    office.handler.gate.clear()
    async with office.desk() as (desk, _), asyncio.TaskGroup() as tasks:
        for number in range(5):  # one is being handed over, four wait
            await desk.take(Join(player=PeerPlayer(name=f"P{number}")))
            await asyncio.sleep(0)
        waiting = tasks.create_task(desk.take(Join(player=MARA)))
        await asyncio.sleep(0)
        assert not waiting.done()
        office.handler.gate.set()
        await waiting


async def test_too_many_calls_at_once_are_busy_and_may_be_asked_again(office: Office) -> None:
    office.handler.gate.clear()
    async with office.desk(Role.CONTROL) as (desk, sent):
        for number in range(3):
            await desk.take(Call(verb="status", id=number))
        refusal = await sent.messages.get()
        assert isinstance(refusal, Error)
        assert (refusal.code, refusal.id) == ("busy", 2)
        office.handler.gate.set()
        for _ in range(2):
            assert isinstance(await sent.messages.get(), Reply)
        await asyncio.sleep(0)
        await desk.take(Call(verb="status", id=2))
        assert await sent.messages.get() == Reply(id=2, ok=True, exit=0, text="status 3", data={})


async def test_a_repeated_chat_or_press_is_dropped(office: Office) -> None:
    async with office.desk() as (desk, _):
        for message in (
            Chat(player=MARA, text="hi", id=1),
            Action(player=MARA, card="c", number=1, id=1),
        ):
            await desk.take(message)
            await desk.take(message)
            assert await office.handler.next("received") == message
    assert office.handler.told.empty()


@pytest.mark.parametrize("message", [Command(text="x", id=1), Call(verb="x", id=1)], ids=repr)
async def test_a_repeat_on_another_connection_gets_the_same_reply(
    office: Office, message: Command | Call
) -> None:
    async with office.desk(Role.CONSOLE) as (desk, sent):
        await desk.take(message)
        first = await sent.messages.get()
    async with office.desk(Role.CONSOLE) as (desk, sent):
        await desk.take(message)
        assert await sent.messages.get() == first
        office.clock.advance(600)
        await desk.take(message)
        assert await sent.messages.get() != first
    assert office.handler.answered == 2


async def test_a_repeat_while_the_first_is_under_way_gets_its_reply(office: Office) -> None:
    office.handler.gate.clear()
    command = Command(text="x", id=1)
    async with office.desk() as (lost, _), office.desk() as (desk, sent):
        await lost.take(command)
        await desk.take(command)
        office.handler.gate.set()
        assert await sent.messages.get() == Reply(id=1, ok=True, exit=0, text="x 1")
    assert office.handler.answered == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RefusedError("no"), 1),
        (StoreError("the disk is full"), 1),
        (UsageError("wrong"), 2),
        (ConfigurationError(file="f", key="k", problem="p"), 2),
    ],
    ids=repr,
)
async def test_an_error_of_ours_is_an_answer(office: Office, error: BridgeError, code: int) -> None:
    office.handler.error = error
    async with office.desk() as (desk, sent):
        await desk.take(Command(text="x", id=1))
        assert await sent.messages.get() == Reply(id=1, ok=False, exit=code, text=str(error))
        await desk.take(Call(verb="x", id=2))
        assert await sent.messages.get() == Reply(id=2, ok=False, exit=code, text=str(error))
        await desk.take(Complete(text="x", cursor=1, id=3))
        assert await sent.messages.get() == Completions(id=3, items=(), start=0)


@pytest.mark.parametrize("text", ["x" * (1 << 20), "\udc80"])
async def test_an_answer_that_does_not_fit_says_so(office: Office, text: str) -> None:
    office.handler.error = RefusedError(text)
    async with office.desk() as (desk, sent):
        await desk.take(Command(text="x", id=1))
        reply = await sent.messages.get()
        assert isinstance(reply, Reply)
        assert (reply.id, reply.ok, reply.exit) == (1, False, 1)
        assert reply.text.startswith("reply: ")


async def test_a_bug_of_the_handler_is_not_hidden(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(office.handler, "received", broken)

    async def report() -> None:
        async with office.desk() as (desk, _):
            await desk.take(Join(player=MARA))
            await asyncio.Event().wait()

    with pytest.raises(ExceptionGroup) as caught:
        await report()
    assert caught.group_contains(ZeroDivisionError)
