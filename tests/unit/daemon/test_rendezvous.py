"""One daemon for one state folder."""

from __future__ import annotations

import fcntl
import resource
import time
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.daemon.rendezvous import ADDRESS_FILE, LOCK_FILE, is_held, only_daemon

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_daemon_is_refused_and_told_who_runs(tmp_path: Path) -> None:
    with (
        only_daemon(tmp_path / "state"),
        pytest.raises(RefusedError, match=r"runs on .*state already \(process \d+\)"),
        only_daemon(tmp_path / "state"),
    ):
        pass


def test_a_full_disk_is_told_with_the_folder(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(RefusedError, match=f"^{tmp_path}: [^;]*$"), only_daemon(tmp_path):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_command_that_looks_whether_one_runs_refuses_no_daemon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / LOCK_FILE).open("w") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)

        def look_no_more(seconds: float) -> None:
            assert seconds > 0
            fcntl.flock(looking, fcntl.LOCK_UN)

        monkeypatch.setattr(time, "sleep", look_no_more)
        with only_daemon(tmp_path):
            assert is_held(tmp_path)
    assert not is_held(tmp_path)


def test_only_the_daemon_itself_takes_away_what_a_killed_one_left(tmp_path: Path) -> None:
    address = tmp_path / ADDRESS_FILE
    address.write_text("127.0.0.1:1\n")
    with only_daemon(tmp_path):
        assert not address.exists()
        address.write_text("127.0.0.1:2\n")
        with pytest.raises(RefusedError), only_daemon(tmp_path):
            pass
        assert address.read_text() == "127.0.0.1:2\n"


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    for _ in range(2):
        with only_daemon(tmp_path):
            pass
