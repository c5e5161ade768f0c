import errno
import os
from pathlib import Path

import pytest

from bridge.access import mirror_file


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_missing_file_has_no_content(tmp_path: Path) -> None:
    assert mirror_file.read(tmp_path / "none") is None
    assert mirror_file.read(tmp_path / "no folder" / "none") is None


def test_a_folder_in_its_place_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        mirror_file.read(tmp_path)


def test_a_file_without_end_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_file, "_LARGEST", 3)
    (tmp_path / "a").write_bytes(b"1234")
    with pytest.raises(OSError, match="too large"):
        mirror_file.read(tmp_path / "a")


def test_the_previous_content_stays_beside(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.dat"
    for number in range(3):
        mirror_file.replace(path, bytes([number]))
    assert path.read_bytes() == b"\x02"
    assert path.with_name("a.dat_old").read_bytes() == b"\x01"
    assert names(path.parent) == {"a.dat", "a.dat_old"}


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "a.dat"
    for name in (".a.dat.0123.tmp", ".a.dat_old.0123.tmp", ".b.dat.0123.tmp"):
        (tmp_path / name).touch()
    mirror_file.replace(path, b"new")
    assert names(tmp_path) == {"a.dat", ".b.dat.0123.tmp"}


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_what_fails_leaves_the_old_file_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "a.dat"
    mirror_file.replace(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OSError, match="No space left"):
        mirror_file.replace(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a.dat"}
