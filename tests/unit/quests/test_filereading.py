"""Reading single files, and remembering what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import NbtError, SnbtError
from bridge.minecraft import nbt
from bridge.quests.filereading import FileReading, parse_tree

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "data",
    [b"{a: 1}", b"\n{\n\ta: 1\n}\n", nbt.write({"a": 1}), nbt.write({"a": 1}, compress=False)],
)
def test_text_and_binary_are_told_apart_by_their_first_bytes(data: bytes) -> None:
    assert parse_tree(data, "x") == {"a": 1}


def test_a_broken_file_is_an_error_of_its_kind() -> None:
    with pytest.raises(SnbtError):
        parse_tree(b"{a: ", "x")
    with pytest.raises(NbtError):
        parse_tree(b"\x1f\x8bnothing", "x")


def test_what_is_read_has_a_stamp_and_what_is_not_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "good.snbt").write_text("{a: 1}", "utf-8")
    (tmp_path / "bad.snbt").write_text("{\n  a: [1\n", "utf-8")
    reading = FileReading(tmp_path)
    trees = reading.trees(tmp_path, ["good.snbt", "bad.snbt", "missing.snbt"])
    assert trees == {"good.snbt": {"a": 1}}
    assert set(reading.stamps) == {"good.snbt", "bad.snbt"}
    status = (tmp_path / "good.snbt").stat()
    stamp = reading.stamps["good.snbt"]
    assert (stamp.mtime_ns, stamp.size) == (status.st_mtime_ns, status.st_size)
    assert [problem.file for problem in reading.problems] == ["bad.snbt", "missing.snbt"]
    assert reading.problems[0].text.startswith("bad.snbt:")
    assert reading.problems[1].text == "missing.snbt: No such file or directory"
