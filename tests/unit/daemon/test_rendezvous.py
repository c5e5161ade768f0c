"""One daemon for one state folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.daemon.rendezvous import only_daemon

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_daemon_is_refused_and_told_who_runs(tmp_path: Path) -> None:
    with (
        only_daemon(tmp_path / "state"),
        pytest.raises(RefusedError, match=r"runs on .*state already \(process \d+\)"),
        only_daemon(tmp_path / "state"),
    ):
        pass


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    for _ in range(2):
        with only_daemon(tmp_path):
            pass
