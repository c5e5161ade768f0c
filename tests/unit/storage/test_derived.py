"""Files that can be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import StoreError
from bridge.storage.derived import Derived, changed, made_anew

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = ("CREATE TABLE t (n INTEGER NOT NULL)",)


def numbers(path: Path, version: int = 1) -> list[int] | None:
    db = Derived.open(path, version)
    if db is None:
        return None
    try:
        return [row[0] for row in db.all("SELECT n FROM t ORDER BY n")]
    finally:
        db.close()


def make(path: Path, *found: int) -> None:
    with made_anew(path, 1, SCHEMA) as db:
        db.run_many("INSERT INTO t VALUES (?)", ((number,) for number in found))


def test_a_new_file_takes_the_old_ones_place_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "in" / "x.db"
    make(path, 1)
    with made_anew(path, 1, SCHEMA) as db:
        db.run("INSERT INTO t VALUES (2)")
        assert numbers(path) == [1]
    assert numbers(path) == [2]
    with pytest.raises(ZeroDivisionError), made_anew(path, 1, SCHEMA):
        _ = 1 / 0
    assert numbers(path) == [2]
    assert [file.name for file in path.parent.iterdir()] == ["x.db"]


def fail_after(path: Path, number: int) -> None:
    with changed(path, 1) as db:
        db.run("INSERT INTO t VALUES (?)", (number,))
        raise ZeroDivisionError


def test_a_change_is_whole_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    make(path, 1)
    with changed(path, 1) as db:
        db.run("INSERT INTO t VALUES (2)")
        assert numbers(path) == [1]
    assert numbers(path) == [1, 2]
    with pytest.raises(ZeroDivisionError):
        fail_after(path, 3)
    assert numbers(path) == [1, 2]


def test_another_version_or_a_broken_file_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    assert numbers(path) is None
    make(path, 1)
    assert numbers(path, 2) is None
    with pytest.raises(StoreError, match="another schema"), changed(path, 2):
        pass
    path.write_bytes(b"junk" * 999)
    assert numbers(path) is None


def test_what_a_killed_maker_left_goes(tmp_path: Path) -> None:
    left = tmp_path / "x.db.99999999.new"
    left.touch()
    make(tmp_path / "x.db", 1)
    assert not left.exists()


def test_rows_may_be_made_by_asking(tmp_path: Path) -> None:
    with made_anew(tmp_path / "x.db", 1, SCHEMA) as db:
        db.run_many(
            "INSERT INTO t VALUES (?)",
            ((db.one("SELECT ?", (n,)) or (0,)) for n in range(3)),
        )
    assert numbers(tmp_path / "x.db") == [0, 1, 2]
