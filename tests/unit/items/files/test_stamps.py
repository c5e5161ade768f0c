"""A source's state changes with its files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from bridge.items.files.stamps import stamp

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folders_state_is_that_of_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_text("1")
    before = stamp(tmp_path)
    assert stamp(tmp_path) == before
    os.utime(tmp_path / "in" / "a", ns=(5, 5))
    changed = stamp(tmp_path)
    assert changed[0] != before[0]
    assert changed[1] == 5
    (tmp_path / "in" / "b").write_text("")
    assert stamp(tmp_path)[0] != changed[0]


def test_what_is_gone_has_no_state(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        stamp(tmp_path / "gone")
