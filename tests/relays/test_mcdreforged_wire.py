"""The plugin's own msgpack against the library: what one writes the other reads."""

from __future__ import annotations

import runpy
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parents[2] / "config/relays/mcdreforged/system_bridge"
wire = runpy.run_path(str(SOURCE / "wire.py"))
WireError = wire["WireError"]
packb = cast("Callable[[object], bytes]", msgpack.packb)
unpackb = cast("Callable[[bytes], Any]", msgpack.unpackb)

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 63) - 1)
    | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
maps = st.dictionaries(st.text(), values, max_size=4)
small = st.dictionaries(st.text(max_size=3), st.none() | st.integers(0, 300) | st.text(max_size=40))


@given(maps)
def test_the_library_reads_what_the_plugin_writes(frame: dict[str, Any]) -> None:
    data = wire["pack"](frame)
    assert int.from_bytes(data[:4], "big") == len(data) - 4
    assert unpackb(data[4:]) == frame


@given(maps)
def test_the_plugin_reads_what_the_library_writes(frame: dict[str, Any]) -> None:
    assert wire["unpack"](packb(frame)) == frame


@pytest.mark.parametrize("length", [15, 16, 31, 32, 255, 256, 65535, 65536])
def test_every_width_of_a_length_is_read_and_written(length: int) -> None:
    frame = {"text": "x" * length, "items": [None] * length}
    assert unpackb(wire["pack"](frame)[4:]) == frame
    assert wire["unpack"](packb(frame)) == frame
    members = {str(number): number for number in range(length)}
    assert unpackb(wire["pack"](members)[4:]) == members
    assert wire["unpack"](packb(members)) == members


@given(st.lists(small, max_size=4), st.integers(1, 7))
def test_a_stream_is_cut_into_frames_however_it_comes(
    frames: list[dict[str, Any]], step: int
) -> None:
    stream = b"".join(wire["pack"](frame) for frame in frames)
    decoder = wire["Decoder"]()
    heard: list[object] = []
    for place in range(0, len(stream), step):
        heard += decoder.feed(stream[place : place + step])
    assert heard == frames


@given(st.binary(max_size=200))
def test_any_bytes_are_a_map_or_an_error(data: bytes) -> None:
    with suppress(WireError):
        assert isinstance(wire["unpack"](data), dict)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x90",  # no map
        b"\x80\x80",  # two values
        b"\x81\xc0\x01",  # a key that is no text
        b"\xdf\xff\xff\xff\xff",  # a length without its members
        b"\x81\xa1a" + b"\x91" * 200 + b"\xc0",  # too deep
        b"\x81\xa1a\xc7\x00\x01",  # an extension
        b"\x81\xa1a\xa1\xff",  # not UTF-8
    ],
)
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        wire["unpack"](data)


def test_what_no_frame_can_hold_is_refused() -> None:
    for value in (object(), 1 << 63, "x" * (1 << 20)):
        with pytest.raises(WireError):
            wire["pack"]({"value": value})
    with pytest.raises(WireError):
        list(wire["Decoder"]().feed(b"\x00\x20\x00\x00"))


def test_half_a_surrogate_pair_does_not_stop_a_line() -> None:
    assert unpackb(wire["pack"]({"text": "a\ud83d"})[4:]) == {"text": "a?"}
