"""Frames: any bytes, in any pieces, are frames or a ProtocolError, within bounded memory."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, cast

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridge.core.errors import ProtocolError
from bridge.minecraft.transports.socket_frames import (
    BAD_FRAME,
    DAEMON,
    FRAME_BYTES,
    PEER,
    STRANGER,
    TOO_LARGE,
    FrameDecoder,
    FrameLimits,
    pack,
    unpack,
)

if TYPE_CHECKING:
    from collections.abc import Callable

packb = cast("Callable[[object], bytes]", msgpack.packb)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=30)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=8,
)
FRAMES = st.dictionaries(st.text(max_size=20), VALUES, max_size=5)


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def read_all(decoder: FrameDecoder, data: bytes) -> list[dict[str, object]]:
    return list(decoder.feed(data))


def refusal(read: Callable[[], object]) -> str | None:
    try:
        read()
    except ProtocolError as error:
        return error.code
    return None


@settings(deadline=None)
@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(1, 40), min_size=1))
def test_frames_come_out_as_they_went_in_whatever_the_pieces(
    frames: list[dict[str, object]], sizes: list[int]
) -> None:
    stream = b"".join(pack(frame) for frame in frames)
    decoder = FrameDecoder(PEER)
    out: list[dict[str, object]] = []
    position = turn = 0
    while position < len(stream):
        size = sizes[turn % len(sizes)]
        out += decoder.feed(stream[position : position + size])
        position, turn = position + size, turn + 1
    assert out == frames


@settings(deadline=None)
@given(st.lists(st.binary(max_size=200), max_size=20))
def test_any_bytes_are_frames_or_a_protocol_error(pieces: list[bytes]) -> None:
    decoder = FrameDecoder(STRANGER)
    refused = refusal(lambda: [read_all(decoder, piece) for piece in pieces])
    assert refused in {None, BAD_FRAME, TOO_LARGE}


@settings(deadline=None)
@given(st.binary(max_size=400))
@example(b"\xc7\x00\xff")  # an empty timestamp
@example(b"\x81\xa1t\xd4\x01\x00")  # a one byte extension
@example(b"\x91" * 2000)
@example(b"\x81\xa1a" * 2000)
@example(b"\xdd\xff\xff\xff\xff" * 100)
@example(b"\xdf\x7f\xff\xff\xff")
def test_any_payload_is_a_map_or_a_protocol_error(payload: bytes) -> None:
    assert refusal(lambda: unpack(payload, PEER)) in {None, BAD_FRAME}


@settings(deadline=None)
@given(FRAMES, st.data())
def test_a_mutated_frame_is_a_map_or_a_protocol_error(
    frame: dict[str, object], data: st.DataObject
) -> None:
    payload = bytearray(packb(frame))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(payload) - 1))
        payload[place] = data.draw(st.integers(0, 255))
    assert refusal(lambda: unpack(bytes(payload), PEER)) in {None, BAD_FRAME}


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (b"", "nothing"),
        (packb([1, 2]), "an array"),
        (packb({"t": "ping"}) + b"\x00", "more than one value"),
        (packb({"t": "ping"})[:-1], "less than one value"),
        (packb({1: "a"}), "a key that is a number"),
        (packb({b"t": "ping"}), "a key that is bytes"),
        (b"\x82\xa1t\xa1a\xa1t\xa1b", "a key that stands twice"),
        (b"\x81\xa1t\xa2\xff\xfe", "text that is not UTF-8"),
        (packb({"t": msgpack.ExtType(5, b"abc")}), "an extension"),
        (packb({"t": msgpack.Timestamp(1, 2)}), "a timestamp"),
        (b"\x81\xa1t\xc7\x00\x05", "an empty extension"),
        (b"\x81\xa1t\xc1", "the byte that msgpack does not use"),
        (packb({"t": "x" * (PEER.text + 1)}), "too long a text"),
        (packb({"t": b"x" * (PEER.text + 1)}), "too many bytes"),
        (packb({"t": [0] * (PEER.items + 1)}), "too long an array"),
        (packb({str(n): 0 for n in range(PEER.items + 1)}), "too large a map"),
        (packb({"t": [[0] * PEER.items] * PEER.items}), "too many values"),
        (b"\x81\xa1t" * 2000 + b"\x00", "too deep"),
    ],
)
def test_what_is_not_one_map_within_the_limits_is_refused(payload: bytes, why: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_all(FrameDecoder(PEER), framed(payload))
    assert caught.value.code == BAD_FRAME, why


def test_a_length_is_judged_before_its_frame_has_come() -> None:
    decoder = FrameDecoder(PEER)
    with pytest.raises(ProtocolError) as caught:
        read_all(decoder, (FRAME_BYTES + 1).to_bytes(4, "big"))
    assert caught.value.code == TOO_LARGE


def test_the_longest_frame_is_taken() -> None:
    limits = FrameLimits(text=FRAME_BYTES, items=16, values=16)
    exact = {"a": "x" * (FRAME_BYTES - 8)}
    assert len(pack(exact)) == FRAME_BYTES + 4
    assert read_all(FrameDecoder(limits), pack(exact)) == [exact]


def test_good_frames_before_the_break_are_given_and_none_after_it() -> None:
    decoder = FrameDecoder(PEER)
    frames = decoder.feed(pack({"t": "one"}) + framed(b"\xc1") + pack({"t": "two"}))
    assert next(frames) == {"t": "one"}
    with pytest.raises(ProtocolError):
        next(frames)
    with pytest.raises(ProtocolError):
        read_all(decoder, pack({"t": "three"}))


def test_limits_may_change_between_two_frames_of_one_piece() -> None:
    decoder = FrameDecoder(STRANGER)
    long = {"text": "x" * (STRANGER.text + 1)}
    frames = decoder.feed(pack({"t": "hello"}) + pack(long))
    next(frames)
    decoder.limits = PEER
    assert list(frames) == [long]


@pytest.mark.parametrize(
    "payload",
    [
        b"\xdc\x01\x00" * 300_000,
        b"\xdd\x00\x0f\xff\xff" * 200_000,
        b"\xde\x01\x00\xa0" * 250_000,
        b"\x81\xa1t" + (b"\xdc\x01\x00" + b"\x90" * 256) * 4_000,
        b"\x81\xa1t\xdc\x01\x00" + (b"\xdc\x01\x00" + b"\x80" * 256) * 256,
    ],
)
def test_a_hostile_frame_does_not_make_msgpack_allot_much(payload: bytes) -> None:
    decoder = FrameDecoder(PEER)
    frame = framed(payload)
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError):
            read_all(decoder, frame)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The buffer and the payload are a frame each; what msgpack builds is 3 MiB at most.
    assert peak < 2 * len(frame) + (4 << 20)


def test_a_long_answer_of_the_daemon_is_taken() -> None:
    frame = {"data": [{"id": str(n), "title": "Quest", "rewards": [n]} for n in range(10_000)]}
    assert list(FrameDecoder(DAEMON).feed(pack(frame))) == [frame]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"t": "a", "v": "x" * FRAME_BYTES}, TOO_LARGE),
        ({"t": "a", "v": "\ud800"}, BAD_FRAME),
        ({"t": "a", "v": 2**64}, BAD_FRAME),
        ({"t": "a", "v": object()}, BAD_FRAME),
    ],
)
def test_what_cannot_be_packed_says_so(frame: dict[str, object], code: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        pack(frame)
    assert caught.value.code == code
