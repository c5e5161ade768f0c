"""A repeated frame is known for ten minutes, by its id and its content."""

from __future__ import annotations

import pytest

from bridge.minecraft.transports import socket_repeats
from bridge.minecraft.transports.socket_messages import Action, Call, Chat, Command, PeerPlayer
from bridge.minecraft.transports.socket_repeats import REMEMBERED_SECONDS, RepeatMemory

MARA = PeerPlayer(name="Mara")
CHAT = Chat(player=MARA, text="hi", id="1")
COMMAND = Command(player=MARA, text="/menu", id="1")


def unheard(reply: bytes) -> None:
    pytest.fail(f"nobody should be told {reply!r}")


def test_the_second_one_is_a_repeat() -> None:
    memory = RepeatMemory()
    assert not memory.is_repeat(CHAT, 0.0, unheard)
    assert memory.is_repeat(CHAT, 1.0, unheard)


@pytest.mark.parametrize(
    "other",
    [
        Chat(player=MARA, text="hi", id="2"),
        Chat(player=MARA, text="hi", id=1),
        Chat(player=MARA, text="ho", id="1"),
        Chat(player=PeerPlayer(name="Teo"), text="hi", id="1"),
        Command(player=MARA, text="hi", id="1"),
        Action(player=MARA, card="hi", number=1, id="1"),
        Call(verb="hi", id="1"),
    ],
    ids=repr,
)
def test_another_type_id_or_content_is_no_repeat(other: Chat | Command | Action | Call) -> None:
    memory = RepeatMemory()
    assert not memory.is_repeat(CHAT, 0.0, unheard)
    assert not memory.is_repeat(other, 0.0, unheard)


def test_what_a_peer_claims_about_operators_makes_no_difference() -> None:
    memory = RepeatMemory()
    assert not memory.is_repeat(CHAT, 0.0, unheard)
    claimed = Chat(player=PeerPlayer(name="Mara", op=True), text="hi", id="1")
    assert memory.is_repeat(claimed, 0.0, unheard)


def test_an_id_is_forgotten_after_ten_minutes() -> None:
    memory = RepeatMemory()
    assert not memory.is_repeat(CHAT, 0.0, unheard)
    assert memory.is_repeat(CHAT, REMEMBERED_SECONDS - 0.1, unheard)
    assert not memory.is_repeat(CHAT, REMEMBERED_SECONDS, unheard)


def test_a_repeat_gets_the_reply_of_the_first() -> None:
    memory = RepeatMemory()
    told: list[bytes] = []
    assert not memory.is_repeat(COMMAND, 0.0, unheard)
    memory.answered(COMMAND, b"reply")
    assert memory.is_repeat(COMMAND, 1.0, told.append)
    assert told == [b"reply"]


def test_a_repeat_of_what_is_under_way_gets_the_reply_when_it_is_there_once() -> None:
    memory = RepeatMemory()
    told: list[bytes] = []
    assert not memory.is_repeat(COMMAND, 0.0, unheard)
    deliver = told.append
    assert memory.is_repeat(COMMAND, 1.0, deliver)
    assert memory.is_repeat(COMMAND, 2.0, deliver)
    assert told == []
    memory.answered(COMMAND, b"reply")
    memory.answered(COMMAND, b"another")
    assert told == [b"reply"]


def test_a_reply_to_content_that_was_replaced_is_not_kept() -> None:
    memory = RepeatMemory()
    other = Command(player=MARA, text="/help", id="1")
    told: list[bytes] = []
    assert not memory.is_repeat(COMMAND, 0.0, unheard)
    assert not memory.is_repeat(other, 0.0, unheard)
    memory.answered(COMMAND, b"menu")
    assert memory.is_repeat(other, 0.0, told.append)
    memory.answered(other, b"help")
    assert told == [b"help"]


def test_the_oldest_go_first_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_repeats, "REMEMBERED_IDS", 3)
    memory = RepeatMemory()
    chats = [Chat(player=MARA, text="hi", id=number) for number in range(4)]
    for chat in chats:
        assert not memory.is_repeat(chat, 0.0, unheard)
    assert memory.is_repeat(chats[3], 0.0, unheard)
    assert memory.is_repeat(chats[1], 0.0, unheard)
    assert not memory.is_repeat(chats[0], 0.0, unheard)


def test_kept_replies_take_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_repeats, "REMEMBERED_BYTES", 100)
    memory = RepeatMemory()
    told: list[bytes] = []
    commands = [Command(text="/menu", id=number) for number in range(5)]
    for command in commands:
        assert not memory.is_repeat(command, 0.0, unheard)
        memory.answered(command, b"x" * 40)
    assert memory.is_repeat(commands[4], 0.0, told.append)
    assert told == [b"x" * 40]
    assert not memory.is_repeat(commands[0], 0.0, unheard)
