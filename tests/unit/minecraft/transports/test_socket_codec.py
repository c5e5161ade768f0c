"""Every message of both directions goes out and comes back; anything else is a ProtocolError."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import ProtocolError
from bridge.core.modes import Mode
from bridge.minecraft.transports import socket_messages as said
from bridge.minecraft.transports.socket_codec import (
    decode_from_daemon,
    decode_from_peer,
    decode_hello,
    encode,
    frame_id,
)
from bridge.minecraft.transports.socket_frames import (
    BAD_FRAME,
    BAD_VERSION,
    DAEMON,
    PEER,
    TOO_LARGE,
    UNKNOWN_TYPE,
    FrameDecoder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MARA = said.PeerPlayer(name="Mara", uuid=UUID(int=7), op=True, lang="zh_cn")
TEO = said.PeerPlayer(name="Teo")
PLAYER = Player(name="Mara", uuid=UUID(int=7))

FROM_PEER: tuple[said.PeerMessage, ...] = (
    said.Hello(
        role=said.Role.SERVER, token="t", agent="mod 1", server="main", mc="1.21", host="Mara"
    ),
    said.Hello(role=said.Role.CONTROL, token=""),
    said.Chat(player=MARA, text="@ai 你好", id="1"),
    said.Command(player=TEO, text="/menu", id=2),
    said.Command(text="/system ai default", id="c"),
    said.Complete(text="/sys", cursor=4, id="k", player=MARA),
    said.Complete(text="", cursor=0, id="k"),
    said.Join(player=MARA),
    said.Leave(player=TEO),
    said.Reload(),
    said.Saved(),
    said.Action(player=MARA, card="abc", number=2, id="a"),
    said.Result(id="r", ok=True, text="done"),
    said.Result(id="r", ok=False),
    said.Call(verb="status", id="x", args={"watch": True, "n": [1, None]}),
    said.Call(verb="status", id="x"),
    said.Ping(),
    said.Pong(id=5),
)

FROM_DAEMON: tuple[said.DaemonMessage, ...] = (
    said.Welcome(session="s"),
    said.Error(code="busy", message="later", id="x"),
    said.Error(code="bad_token", message="no"),
    said.Send(player=PLAYER, components=[{"text": "a"}, "b"], plain="ab", id="1"),
    said.Run(command="list", id="r"),
    said.Completions(id="k", items=("on", "off"), start=9),
    said.Reply(id="x", ok=False, exit=1, text="no"),
    said.Reply(id="x", ok=True, exit=0, text="", data={"ready": True}),
    said.Access(
        player=Player(name="Teo"),
        max_mode=Mode.FREE,
        allow_ai=True,
        allow_free_chat=False,
        model_calls_per_day=50,
        used_today=3,
        model_configured=True,
        mode=Mode.STANDARD,
        saved_mode=Mode.EXTENDED,
        reasons=["host"],
    ),
    said.Commands(
        player=PLAYER, items=(said.CommandHint(name="/menu", usage="/menu", description="菜单"),)
    ),
    said.CloseMenu(player=PLAYER),
    said.Ping(id="p"),
    said.Pong(),
)


def frame_of(message: said.PeerMessage | said.DaemonMessage) -> dict[str, object]:
    (frame,) = FrameDecoder(DAEMON).feed(encode(message))
    return frame


def refusal(
    decode: Callable[[Mapping[str, object]], object], frame: Mapping[str, object]
) -> str | None:
    try:
        decode(frame)
    except ProtocolError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    ("examples", "union"),
    [(FROM_PEER, said.PeerMessage), (FROM_DAEMON, said.DaemonMessage)],
)
def test_every_message_has_an_example_here(examples: tuple[object, ...], union: object) -> None:
    assert {type(example) for example in examples} == set(get_args(union))


@pytest.mark.parametrize("message", FROM_PEER, ids=repr)
def test_what_a_peer_says_goes_out_and_comes_back(message: said.PeerMessage) -> None:
    assert decode_from_peer(frame_of(message)) == message


@pytest.mark.parametrize("message", FROM_DAEMON, ids=repr)
def test_what_the_daemon_says_goes_out_and_comes_back(message: said.DaemonMessage) -> None:
    assert decode_from_daemon(frame_of(message)) == message


def test_the_wire_has_the_contracts_words() -> None:
    frames = {str(frame["t"]): frame for frame in map(frame_of, (*FROM_PEER, *FROM_DAEMON))}
    assert set(frames["access"]) == {
        *("t", "player", "maxMode", "allowAi", "allowFreeChat", "modelCallsPerDay"),
        *("usedToday", "modelConfigured", "mode", "savedMode", "reasons"),
    }
    assert frames["send"]["player"] == {"name": "Mara", "uuid": str(UUID(int=7))}
    assert frames["chat"]["player"] == {
        "name": "Mara",
        "uuid": str(UUID(int=7)),
        "op": True,
        "lang": "zh_cn",
    }
    assert set(frames["close_menu"]) == {"t", "player"}
    assert frames["reload"] == {"t": "reload"}


def test_a_missing_optional_field_is_not_written() -> None:
    assert set(frame_of(said.Command(text="x", id=1))) == {"t", "text", "id"}


def test_unknown_fields_are_ignored() -> None:
    assert decode_from_peer({"t": "saved", "at": 5}) == said.Saved()


def test_an_optional_field_may_be_nil() -> None:
    frame = {"t": "command", "text": "x", "id": 1, "player": None}
    assert decode_from_peer(frame) == said.Command(text="x", id=1)


@pytest.mark.parametrize(
    ("frame", "code", "named"),
    [
        ({}, BAD_FRAME, "t is missing"),
        ({"t": 5}, BAD_FRAME, "t is missing"),
        ({"t": "dance"}, UNKNOWN_TYPE, "dance"),
        ({"t": "welcome", "v": 1, "session": "s"}, UNKNOWN_TYPE, "welcome"),
        ({"t": "x" * 5000}, UNKNOWN_TYPE, "xxx'"),
        ({"t": "chat", "text": "a", "id": 1}, BAD_FRAME, "chat: player"),
        ({"t": "join"}, BAD_FRAME, "join: player"),
        ({"t": "command", "text": "a" * 32769, "id": 1}, BAD_FRAME, "command: text"),
        ({"t": "command", "text": "a", "id": "x" * 129}, BAD_FRAME, "command: id"),
        ({"t": "complete", "text": "a", "cursor": -1, "id": 1}, BAD_FRAME, "complete: cursor"),
        ({"t": "result", "id": 1, "ok": "yes"}, BAD_FRAME, "result: ok"),
        ({"t": "call", "verb": "status", "args": [], "id": 1}, BAD_FRAME, "call: args"),
        ({"t": "hello", "v": 1, "role": "god", "token": "t"}, BAD_FRAME, "hello: role"),
    ],
)
def test_a_wrong_frame_is_refused_and_named(
    frame: Mapping[str, object], code: str, named: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_from_peer(frame)
    assert caught.value.code == code
    assert named in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_client_does_not_take_what_only_peers_say() -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_from_daemon({"t": "saved"})
    assert caught.value.code == UNKNOWN_TYPE


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"t": "chat"}, BAD_FRAME),
        ({}, BAD_FRAME),
        ({"t": "hello"}, BAD_VERSION),
        ({"t": "hello", "v": 2, "whatever": []}, BAD_VERSION),
        ({"t": "hello", "v": "1", "role": "control", "token": "t"}, BAD_VERSION),
        ({"t": "hello", "v": True, "role": "control", "token": "t"}, BAD_VERSION),
        ({"t": "hello", "v": 1, "token": "t"}, BAD_FRAME),
        ({"t": "hello", "v": 1, "role": "control", "token": 5}, BAD_FRAME),
    ],
)
def test_a_wrong_first_frame_is_refused(frame: Mapping[str, object], code: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_hello(frame)
    assert caught.value.code == code


def test_a_hello_without_a_token_is_left_to_the_comparison() -> None:
    assert decode_hello({"t": "hello", "v": 1, "role": "control"}).token == ""


@pytest.mark.parametrize(
    ("value", "read"), [("a", "a"), (5, 5), (None, None), ([], None), ("", None), (2.5, None)]
)
def test_the_id_of_a_frame_that_is_otherwise_anything(value: object, read: object) -> None:
    assert frame_id({"t": "dance", "id": value}) == read


def test_a_message_that_does_not_fit_is_too_large() -> None:
    with pytest.raises(ProtocolError) as caught:
        encode(said.Reply(id=1, ok=True, exit=0, text="x" * (1 << 20)))
    assert caught.value.code == TOO_LARGE


TYPES = sorted({str(frame_of(message)["t"]) for message in (*FROM_PEER, *FROM_DAEMON)})
NAMES = sorted({name for message in (*FROM_PEER, *FROM_DAEMON) for name in frame_of(message)})
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("decode", [decode_from_peer, decode_from_daemon, decode_hello])
@settings(deadline=None)
@given(type_=st.sampled_from(TYPES), fields=st.dictionaries(st.sampled_from(NAMES), ANYTHING))
def test_any_fields_are_a_message_or_a_protocol_error(
    decode: Callable[[Mapping[str, object]], object], type_: str, fields: dict[str, object]
) -> None:
    refused = refusal(decode, {**fields, "t": type_})
    assert refused in {None, BAD_FRAME, BAD_VERSION, UNKNOWN_TYPE}


@settings(deadline=None)
@given(st.sampled_from(FROM_PEER), st.data())
def test_a_message_with_one_field_spoiled_is_a_message_or_a_protocol_error(
    message: said.PeerMessage, data: st.DataObject
) -> None:
    frame = frame_of(message)
    frame[data.draw(st.sampled_from(sorted(frame)))] = data.draw(ANYTHING)
    assert refusal(decode_from_peer, frame) in {None, BAD_FRAME, UNKNOWN_TYPE}


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


@settings(deadline=None)
@given(text=texts, id_=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=128))
def test_any_text_of_a_player_comes_through(text: str, id_: str) -> None:
    message = said.Chat(player=MARA, text=text, id=id_)
    (frame,) = FrameDecoder(PEER).feed(encode(message))
    assert decode_from_peer(frame) == message
