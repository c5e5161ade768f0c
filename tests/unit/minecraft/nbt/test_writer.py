from __future__ import annotations

import gzip
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest

from bridge.minecraft import nbt

BYTES: list[tuple[str, nbt.Tag, bytes]] = [
    ("true", True, b"\1\0\1x\1"),
    ("a Byte", nbt.Byte(-128), b"\1\0\1x\x80"),
    ("a Short", nbt.Short(-2), b"\2\0\1x\xff\xfe"),
    ("an int", 7, b"\3\0\1x\0\0\0\7"),
    ("an enumeration", IntEnum("Size", ["SMALL"])(1), b"\3\0\1x\0\0\0\1"),
    ("a Long", nbt.Long(7), b"\4\0\1x\0\0\0\0\0\0\0\7"),
    ("a Float", nbt.Float(1.5), b"\5\0\1x\x3f\xc0\0\0"),
    ("a float", 1.5, b"\6\0\1x\x3f\xf8\0\0\0\0\0\0"),
    ("a ByteArray", nbt.ByteArray([1, -1]), b"\7\0\1x\0\0\0\2\1\xff"),
    ("a text", "a\0", b"\x08\0\1x\0\3a\xc0\x80"),
    ("a list", [1, 2], b"\x09\0\1x\3\0\0\0\2\0\0\0\1\0\0\0\2"),
    ("a tuple of lists", ([], [""]), b"\x09\0\1x\x09\0\0\0\2\0\0\0\0\0\x08\0\0\0\1\0\0"),
    ("an empty list", [], b"\x09\0\1x\0\0\0\0\0"),
    ("a list of compounds", [{}, {"y": ""}], b"\x09\0\1x\x0a\0\0\0\2\0\x08\0\1y\0\0\0"),
    ("a compound", MappingProxyType({"y": True}), b"\x0a\0\1x\1\0\1y\1\0"),
    ("an IntArray", nbt.IntArray([-2]), b"\x0b\0\1x\0\0\0\1\xff\xff\xff\xfe"),
    ("a LongArray", nbt.LongArray([1]), b"\x0c\0\1x\0\0\0\1\0\0\0\0\0\0\0\1"),
]

OUT_OF_RANGE: list[nbt.Tag] = [
    nbt.Byte(128),
    nbt.Byte(-129),
    nbt.Short(2**15),
    2**31,
    -(2**31) - 1,
    nbt.Long(2**63),
    nbt.Float(1e39),
    nbt.ByteArray([128]),
    nbt.IntArray([2**31]),
    nbt.LongArray([2**63]),
    "a" * 65_536,
    "鍵" * 21_846,
    [1, 2**31],
]


@pytest.mark.parametrize(("what", "tag", "data"), BYTES, ids=[case[0] for case in BYTES])
def test_each_value_is_written_as_its_tag(what: str, tag: nbt.Tag, data: bytes) -> None:
    assert nbt.write({"x": tag}, compress=False) == b"\x0a\0\0" + data + b"\0", what


def test_keys_keep_their_order() -> None:
    data = nbt.write({"b": True, "a": True}, compress=False)
    assert data.index(b"b") < data.index(b"a")
    assert list(nbt.read(data)) == ["b", "a"]


def test_packing_is_gzip_without_a_time_and_always_the_same() -> None:
    packed = nbt.write({"x": 1})
    assert packed == nbt.write({"x": 1})
    assert packed[:2] == b"\x1f\x8b"
    assert packed[4:8] == bytes(4)
    assert gzip.decompress(packed) == nbt.write({"x": 1}, compress=False)


@pytest.mark.parametrize("tag", OUT_OF_RANGE, ids=lambda tag: repr(tag)[:20])
def test_what_does_not_fit_its_tag_is_refused(tag: nbt.Tag) -> None:
    with pytest.raises(ValueError, match=r"not a [A-Z_]+: |a text of \d+ bytes"):
        nbt.write({"x": tag})


def test_the_longest_text_fits() -> None:
    text = "鍵" * 21_845
    assert nbt.read(nbt.write({text: text})) == {text: text}


@pytest.mark.parametrize("tags", [[1, "a"], [1, True], [1, 1.0], [[], {}], [1, nbt.Long(1)]])
def test_a_list_of_several_kinds_is_refused(tags: list[nbt.Tag]) -> None:
    with pytest.raises(ValueError, match=r"a list of [A-Z]+ and [A-Z]+"):
        nbt.write({"x": tags})


def test_a_value_of_no_kind_is_refused() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="no tag for NoneType"):
        nbt.write({"x": nothing})


def test_depth_is_limited_so_that_a_loop_ends() -> None:
    inner: dict[str, Any] = {}
    tree = inner
    for _ in range(511):
        tree = {"x": tree}
    assert nbt.read(nbt.write(tree)) == tree
    inner["x"] = {}
    with pytest.raises(ValueError, match="more than 512 levels deep"):
        nbt.write(tree)
    inner["x"] = inner
    with pytest.raises(ValueError, match="more than 512 levels deep"):
        nbt.write(inner)
