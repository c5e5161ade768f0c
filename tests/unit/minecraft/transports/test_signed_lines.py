from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.transports.signed_lines import (
    LINE_LENGTH,
    Mark,
    Refusal,
    ScriptLoaded,
    SignedLines,
    signature,
)
from bridge.minecraft.transports.socket_messages import Action, Chat, Command, PeerPlayer

KEY = bytes(range(32))
OLD_START = "1700000000000-ffffffff"
START = "1700000000001-00000000"
MARA = PeerPlayer(name="Mara", uuid=UUID(int=7))
PLAYER = {"name": "Mara", "uuid": str(UUID(int=7))}
CHAT = {"t": "chat", "player": PLAYER, "text": "@ai hi"}


def line(
    content: object, counter: int = 1, start: str = START, key: bytes = KEY, version: int = 1
) -> str:
    body = content if isinstance(content, str) else json.dumps(content)
    head = f"{version} {start} {counter}"
    return f"{head} {signature(key, f'SYSAI {head}', body)} {body}"


def test_what_the_script_says_is_what_a_peer_would_say() -> None:
    signed = SignedLines(KEY)
    said = [
        {"t": "hello"},
        CHAT,
        {"t": "command", "player": PLAYER, "text": "system ai default"},
        {"t": "command", "text": "system ai default"},
        {"t": "action", "player": PLAYER, "card": "abc", "number": 2},
    ]
    assert [signed.read(line(each, number)) for number, each in enumerate(said, 1)] == [
        ScriptLoaded(),
        Chat(player=MARA, text="@ai hi", id=f"{START}-2"),
        Command(player=MARA, text="system ai default", id=f"{START}-3"),
        Command(player=None, text="system ai default", id=f"{START}-4"),
        Action(player=MARA, card="abc", number=2, id=f"{START}-5"),
    ]
    assert signed.mark == Mark(START, 5)


def test_the_counter_rises() -> None:
    signed = SignedLines(KEY)
    read = [signed.read(line(CHAT, counter)) for counter in (3, 3, 2, 9, 4, 10)]
    assert [isinstance(each, Chat) for each in read] == [True, False, False, True, False, True]
    assert read.count(Refusal.OLD) == 3


def test_a_newer_start_ends_the_older_ones() -> None:
    signed = SignedLines(KEY)
    assert isinstance(signed.read(line(CHAT, 5, OLD_START)), Chat)
    assert isinstance(signed.read(line(CHAT, 1, START)), Chat)
    assert signed.read(line(CHAT, 6, OLD_START)) is Refusal.OLD


def test_a_mark_goes_on_where_another_stopped() -> None:
    first = SignedLines(KEY)
    first.read(line(CHAT, 5))
    second = SignedLines(KEY, first.mark)
    assert second.read(line(CHAT, 5)) is Refusal.OLD
    assert isinstance(second.read(line(CHAT, 6)), Chat)


def test_a_line_by_another_key_does_not_move_the_mark() -> None:
    signed = SignedLines(KEY)
    assert signed.read(line(CHAT, 5, key=b"another")) is Refusal.KEY
    assert signed.mark is None


def test_no_character_of_a_line_can_be_changed() -> None:
    good = line(CHAT, 5)
    for place, character in enumerate(good):
        changed = f"{good[:place]}{'1' if character != '1' else '2'}{good[place + 1 :]}"
        assert isinstance(SignedLines(KEY).read(changed), Refusal)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{}",
        line(CHAT, version=2),
        line(CHAT, counter=0),
        line(CHAT, start="x"),
        line(CHAT, start="1700000000001-0000000g"),
        line({"t": "chat", "text": "x" * LINE_LENGTH}),
        f" {line(CHAT)}",
        f"{line(CHAT)} ",
        line('{"t": "chat", "text": "é"}'),
    ],
)
def test_another_form_is_nothing(data: str) -> None:
    assert SignedLines(KEY).read(data) is Refusal.FORM


@pytest.mark.parametrize(
    "content",
    [
        "{}",
        "{'t': 'chat'}",
        '{"t": "chat"}}',
        {"t": "chat", "player": PLAYER},
        {"t": "chat", "player": {"name": "@a"}, "text": "x"},
        {"t": "join", "player": PLAYER},
        {"t": "hello", "v": 1, "role": "control", "token": ""} | {"t": "call", "verb": "stop"},
        {"t": ["chat"]},
        "{" + '"a":{' * 1200 + "}" * 1200 + "}",
    ],
)
def test_another_content_is_nothing_and_counts(content: Any) -> None:
    signed = SignedLines(KEY)
    assert signed.read(line(content, 1)) is Refusal.BODY
    assert signed.read(line(CHAT, 1)) is Refusal.OLD


@given(st.text(max_size=300) | st.from_regex(r"1 \d{13}-[0-9a-f]{8} \d{1,18} [0-9a-f]{64} \{.*\}"))
def test_any_text_is_nothing(data: str) -> None:
    assert isinstance(SignedLines(KEY).read(data), Refusal)
