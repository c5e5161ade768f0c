from __future__ import annotations

import gzip
import struct
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import NbtError
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Callable


def named(kind: int, name: bytes, payload: bytes) -> bytes:
    return struct.pack(">BH", kind, len(name)) + name + payload


def root(*entries: bytes, name: bytes = b"") -> bytes:
    return named(10, name, b"".join(entries) + b"\0")


TAGS: list[tuple[str, bytes, nbt.Value]] = [
    ("a byte", named(1, b"x", b"\x80"), -128),
    ("a short", named(2, b"x", b"\xff\xfe"), -2),
    ("an int", named(3, b"x", b"\x80\0\0\0"), -(2**31)),
    ("a long", named(4, b"x", b"\x7f" + b"\xff" * 7), 2**63 - 1),
    ("a float", named(5, b"x", b"\x3f\xc0\0\0"), 1.5),
    ("a double", named(6, b"x", b"\xbf\xf8" + bytes(6)), -1.5),
    ("an array of bytes", named(7, b"x", b"\0\0\0\2\1\xff"), [1, -1]),
    ("a string", named(8, b"x", b"\0\3\xe9\x8d\xb5"), "鍵"),
    ("an empty string", named(8, b"x", b"\0\0"), ""),
    ("a string with U+0000", named(8, b"x", b"\0\4a\xc0\x80b"), "a\0b"),
    ("a string beyond U+FFFF", named(8, b"x", b"\0\6\xed\xa0\xbd\xed\xb8\x80"), "😀"),
    ("a list of shorts", named(9, b"x", b"\2\0\0\0\2\0\1\0\2"), [1, 2]),
    ("a list of strings", named(9, b"x", b"\x08\0\0\0\2\0\1a\0\0"), ["a", ""]),
    (
        "a list of compounds",
        named(9, b"x", b"\x0a\0\0\0\2\0" + named(1, b"y", b"\1\0")),
        [{}, {"y": 1}],
    ),
    ("a list of lists", named(9, b"x", b"\x09\0\0\0\2\0\0\0\0\0\1\0\0\0\1\5"), [[], [5]]),
    ("a list of arrays", named(9, b"x", b"\x0b\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0\5"), [[], [5]]),
    ("an empty list of ends", named(9, b"x", b"\0\0\0\0\0"), []),
    ("an empty list of compounds", named(9, b"x", b"\x0a\0\0\0\0"), []),
    ("a compound", named(10, b"x", named(1, b"y", b"\1") + b"\0"), {"y": 1}),
    ("an array of ints", named(11, b"x", b"\0\0\0\1\xff\xff\xff\xfe"), [-2]),
    ("an array of longs", named(12, b"x", b"\0\0\0\1" + b"\xff" * 8), [-1]),
    ("an empty array", named(12, b"x", bytes(4)), []),
]

WRONG: list[tuple[str, bytes, int, str]] = [
    ("an unknown tag", root(named(13, b"x", b"\0")), 3, "unknown tag 13"),
    ("a list of unknown tags", root(named(9, b"x", b"\x7f\0\0\0\0")), 7, "unknown tag 127"),
    ("a list of ends", root(named(9, b"x", b"\0\0\0\0\1")), 7, "a list of ends"),
    ("a list of negative length", root(named(9, b"x", b"\x0a" + b"\xff" * 4)), 8, "a length of -1"),
    ("numbers of negative length", root(named(9, b"x", b"\3" + b"\xff" * 4)), 8, "a length of -1"),
    (
        "an array of negative length",
        root(named(7, b"x", b"\x80\0\0\0")),
        7,
        f"a length of -{2**31}",
    ),
    ("a long array without data", root(named(12, b"x", b"\x7f\xff\xff\xff")), 12, "ends too early"),
    (
        "a long list without data",
        root(named(9, b"x", b"\x06\x7f\xff\xff\xff")),
        13,
        "ends too early",
    ),
    (
        "many compounds without data",
        root(named(9, b"x", b"\x0a\x7f\xff\xff\xff")),
        13,
        "ends too early",
    ),
    ("a long name without data", b"\x0a\xff\xff{}", 5, "ends too early"),
    (
        "a text of other bytes",
        root(named(8, b"x", b"\0\1\xff")),
        9,
        "a text that is not modified UTF-8",
    ),
    (
        "a name of other bytes",
        root(named(1, b"\xc0\xaf", b"\1")),
        6,
        "a text that is not modified UTF-8",
    ),
    (
        "a root that is a list",
        gzip.compress(named(9, b"", bytes(5))),
        0,
        "the root is not a compound",
    ),
    ("nothing", b"", 0, "the packed data end too early"),
    ("nothing, packed", gzip.compress(b""), 0, "ends too early"),
    ("text", b"{a: 1}", 0, "neither NBT nor gzip nor zlib, or damaged"),
    (
        "a wrong checksum",
        gzip.compress(root())[:-5] + bytes(5),
        0,
        "neither NBT nor gzip nor zlib, or damaged",
    ),
]


@pytest.mark.parametrize(("kind", "entry", "value"), TAGS, ids=[case[0] for case in TAGS])
def test_each_kind_of_tag_is_read(kind: str, entry: bytes, value: nbt.Value) -> None:
    read = nbt.read(root(entry))
    assert read == {"x": value}, kind
    assert type(read["x"]) is type(value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zlib.compress])
def test_the_file_may_be_packed_or_not(pack: Callable[[bytes], bytes]) -> None:
    assert nbt.read(pack(root(named(1, b"x", b"\1"), name=b"any name"))) == {"x": 1}


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zlib.compress])
def test_what_follows_the_root_is_ignored_as_the_game_does(pack: Callable[[bytes], bytes]) -> None:
    assert nbt.read(pack(root() + b"more") + b"more") == {}


def test_the_last_of_equal_keys_is_kept() -> None:
    assert nbt.read(root(named(1, b"x", b"\1"), named(1, b"x", b"\2"))) == {"x": 2}


@pytest.mark.parametrize(
    ("what", "data", "offset", "problem"), WRONG, ids=[case[0] for case in WRONG]
)
def test_wrong_data_is_refused_at_their_offset(
    what: str, data: bytes, offset: int, problem: str
) -> None:
    with pytest.raises(NbtError) as raised:
        nbt.read(data, file="player.dat")
    error = raised.value
    assert (error.offset, error.problem, error.file) == (offset, problem, "player.dat"), what


def levels(count: int, kind: int) -> bytes:
    """So many compounds or lists inside each other, the root among them."""
    if kind == 10:
        return b"\x0a\0\0" * count + bytes(count)
    return root(named(9, b"", b"\x09\0\0\0\1" * (count - 2) + bytes(5)))


@pytest.mark.parametrize("kind", [9, 10])
def test_depth_is_limited(kind: int) -> None:
    nbt.read(levels(512, kind))
    with pytest.raises(NbtError, match="more than 512 levels deep"):
        nbt.read(levels(513, kind))


@pytest.mark.parametrize("kind", [9, 10])
def test_a_depth_beyond_pythons_stack_is_an_error_like_any_other(kind: int) -> None:
    with pytest.raises(NbtError, match="more levels than Python's stack can hold"):
        nbt.read(levels(100_000, kind), limits=nbt.Limits(depth=1_000_000))


def test_size_is_limited() -> None:
    data = root(named(7, b"x", b"\0\0\0\x0a" + bytes(10)))
    for packed in (data, gzip.compress(data), zlib.compress(data)):
        assert nbt.read(packed, limits=nbt.Limits(size=len(data)))
        with pytest.raises(NbtError, match=f"longer than {len(data) - 1} bytes"):
            nbt.read(packed, limits=nbt.Limits(size=len(data) - 1))


def test_unpacking_stops_at_the_limit() -> None:
    bomb = gzip.compress(bytes(50_000_000))
    tracemalloc.start()
    with pytest.raises(NbtError, match="longer than 100000 bytes"):
        nbt.read(bomb, limits=nbt.Limits(size=100_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_work_is_limited() -> None:
    data = root(named(9, b"x", b"\x0a\0\0\0\3\0\0\0"))
    assert nbt.read(data, limits=nbt.Limits(containers=5)) == {"x": [{}, {}, {}]}
    with pytest.raises(NbtError, match="more than 4 compounds and lists"):
        nbt.read(data, limits=nbt.Limits(containers=4))
