"""The package as a whole: real books, round trips beside nbtlib, damage, cost."""

from __future__ import annotations

import contextlib
import gzip
import io
import math
import random
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.errors import NbtError
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Callable

nbtlib: Any = pytest.importorskip("nbtlib")

PACKS = Path(__file__).parents[3] / ".." / "shared" / "data" / "packs"
FILES = sorted(PACKS.rglob("*.nbt"))

# One compound with everything in it, for the tests that break it.
WHOLE = nbt.write(
    {
        "byte": True,
        "short": nbt.Short(-2),
        "int": 7,
        "long": nbt.Long(2**40),
        "float": nbt.Float(0.5),
        "double": -1.5,
        "text": "鍵\0😀",
        "bytes": nbt.ByteArray([1, -1]),
        "ints": nbt.IntArray([1, 2, 3, 4]),
        "longs": nbt.LongArray([5]),
        "numbers": [1, 2],
        "texts": ["a", "鍵"],
        "lists": [[], ["a"], [{"x": {}}]],
        "nested": {"": [{"a": 1}, {}], "empty": []},
    },
    compress=False,
)

# Files of a size that a careless reader would take quadratic time or much memory for.
HARD: dict[str, Callable[[int], bytes]] = {
    "compounds": lambda n: b"\x0a\0\0" * n,
    "empty compounds in a list": lambda n: b"\x0a\0\0\x09\0\0\x0a" + n.to_bytes(4) + bytes(n),
    "lists": lambda n: b"\x0a\0\0\x09\0\0" + b"\x09\0\0\0\1" * n,
    "empty lists": lambda n: b"\x0a\0\0\x09\0\0\x09" + n.to_bytes(4) + bytes(5 * n),
    "entries": lambda n: b"\x0a\0\0" + b"\1\0\1a\1" * n,
    "texts": lambda n: b"\x0a\0\0\x09\0\0\x08" + n.to_bytes(4) + bytes(2 * n + 1),
    "an array": lambda n: b"\x0a\0\0\x07\0\0" + n.to_bytes(4) + bytes(n + 1),
    "arrays": lambda n: b"\x0a\0\0" + b"\x0b\0\0\0\0\0\1\0\0\0\1" * n,
    "surrogates": lambda n: b"\x0a\0\0" + b"\x08\0\0\0\6\xed\xa0\xbd\xed\xb8\x80" * n,
    "zeros, packed": lambda n: gzip.compress(bytes(100 * n)),
}


def plain(tag: Any) -> Any:
    """A tag of nbtlib, or a value to be written, as `read` gives it."""
    match tag:
        case bool():
            return int(tag)
        case dict():
            entries = cast("dict[str, Any]", tag)
            return {str(key): plain(entry) for key, entry in entries.items()}
        case list():
            return [plain(element) for element in cast("list[Any]", tag)]
        case str():
            return str(tag)
        case float():
            return float(tag)
        case int():
            return int(tag)
        case _:
            return [int(number) for number in tag]


def read_by_nbtlib(data: bytes) -> Any:
    return nbtlib.File.parse(io.BytesIO(data))


@pytest.mark.skipif(not FILES, reason="no real books at hand")
def test_the_real_books_are_read_as_nbtlib_reads_them() -> None:
    for path in FILES:
        data = path.read_bytes()
        # 1 == 1.0 in Python; the text of the two differs.
        theirs = plain(read_by_nbtlib(gzip.decompress(data)))
        assert repr(nbt.read(data, file=str(path))) == repr(theirs), path
    assert len(FILES) >= 114


def integers(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def trees(texts: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Roots to be written, with every kind of tag."""
    arrays = (nbt.ByteArray, 8), (nbt.IntArray, 32), (nbt.LongArray, 64)
    leaves: list[st.SearchStrategy[Any]] = [
        st.booleans(),
        integers(8).map(nbt.Byte),
        integers(16).map(nbt.Short),
        integers(32),
        integers(64).map(nbt.Long),
        st.floats(width=32, allow_nan=False).map(nbt.Float),
        st.floats(allow_nan=False),
        texts,
        *(st.lists(integers(bits), max_size=3).map(kind) for kind, bits in arrays),
        st.lists(integers(32), max_size=3),
        st.lists(texts, max_size=3),
    ]
    tags: st.SearchStrategy[Any] = st.recursive(
        st.one_of(leaves),
        lambda inner: (
            st.dictionaries(texts, inner, max_size=4)
            | st.lists(st.dictionaries(texts, inner, max_size=3), max_size=3)
            | st.lists(st.lists(texts, max_size=2), max_size=3)
        ),
        max_leaves=8,
    )
    return st.dictionaries(texts, tags, max_size=5)


@given(trees(st.text(st.characters(exclude_categories=["Cs"]), max_size=5)), st.booleans())
@settings(deadline=None, max_examples=60)
def test_what_is_written_is_read_back(root: dict[str, Any], compress: bool) -> None:
    assert nbt.read(nbt.write(root, compress=compress)) == plain(root)


# nbtlib writes U+0000 and what is beyond 16 bits as plain UTF-8, and cannot read the game's form.
SHARED_TEXTS = st.text(
    st.characters(min_codepoint=1, max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=5
)


@given(trees(SHARED_TEXTS))
@settings(deadline=None, max_examples=60)
def test_nbtlib_reads_what_is_written_and_writes_the_same_bytes(root: dict[str, Any]) -> None:
    data = nbt.write(root, compress=False)
    theirs = read_by_nbtlib(data)
    assert plain(theirs) == plain(root)
    written = io.BytesIO()
    theirs.write(written)
    assert written.getvalue() == data
    assert nbt.read(written.getvalue()) == plain(theirs)


def refusal(data: bytes) -> NbtError | None:
    """The error that reading raises, if any; anything else that is raised fails the test."""
    try:
        nbt.read(data)
    except NbtError as error:
        return error
    return None


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zlib.compress])
def test_a_file_cut_off_anywhere_is_refused(pack: Callable[[bytes], bytes]) -> None:
    data = pack(WHOLE)
    assert refusal(data) is None
    for cut in range(len(data)):
        error = refusal(data[:cut])
        assert error is not None
        assert error.offset is not None
        assert "too early" in error.problem


@given(st.binary() | st.binary().map(lambda data: b"\x0a\0\0" + data))
@settings(deadline=None, max_examples=200)
def test_any_bytes_give_a_value_or_an_error_with_a_place_in_them(data: bytes) -> None:
    error = refusal(data)
    assert error is None or error.offset is not None


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_damaged_file_gives_a_value_or_an_error(pack: Callable[[bytes], bytes]) -> None:
    whole = pack(WHOLE)
    chance = random.Random(20)
    refused = 0
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(data))
            data[start : start + chance.choice([0, 1, 1, 3])] = chance.choice(
                [b"", bytes([chance.randrange(256)]), b"\xff\xff", b"\x0a\0\0"]
            )
        refused += refusal(bytes(data)) is not None
    assert 1000 < refused <= 3000


def least_seconds(data: bytes) -> float:
    least = math.inf
    for _ in range(5):
        start = time.thread_time()
        with contextlib.suppress(NbtError):
            nbt.read(data)
        least = min(least, time.thread_time() - start)
    return least


@pytest.mark.parametrize("name", HARD)
def test_ten_times_the_file_takes_about_ten_times_the_work(name: str) -> None:
    # Quadratic work would be a factor of 100. The time is that of this thread alone, so that a busy
    # machine does not count; the fixed part keeps the shortest ones from being chance.
    fixed = 0.0001
    small, large = (least_seconds(HARD[name](size)) for size in (1_000, 10_000))
    assert large + fixed < 30 * (small + fixed)
