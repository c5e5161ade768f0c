from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.files.regular import IrregularFileError, open_regular


def test_a_file_is_read_through_links_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        with open_regular(tmp_path / name) as file:
            assert file.read() == b"text"


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "none")


def test_what_has_no_end_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "to a pipe").symlink_to("pipe")
    for path in (*tmp_path.iterdir(), Path("/dev/zero")):
        with pytest.raises(IrregularFileError, match="no file but"):
            open_regular(path)


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    path.touch()
    regular = path.stat()
    path.unlink()
    os.mkfifo(path)

    def stat_before(_: Path) -> os.stat_result:
        return regular

    monkeypatch.setattr("bridge.files.regular.os.stat", stat_before)
    with pytest.raises(IrregularFileError):
        open_regular(path)
