"""Which version saved a world."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.minecraft import nbt
from bridge.minecraft.level import LEVEL, saved_version
from bridge.minecraft.version import GameVersion

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.nbt import Tag


def test_the_version_is_the_one_that_saved_last(tmp_path: Path) -> None:
    (tmp_path / LEVEL).write_bytes(nbt.write({"Data": {"Version": {"Name": "1.21.4"}}}))
    assert saved_version(tmp_path) == GameVersion.parse("1.21.4")


def test_a_world_that_cannot_be_read_has_no_version(tmp_path: Path) -> None:
    assert saved_version(tmp_path) is None
    (tmp_path / "level.dat").write_bytes(b"\x1f\x8b half")
    assert saved_version(tmp_path) is None


@pytest.mark.parametrize("content", [{}, {"Data": {}}, {"Data": {"Version": {"Name": 3}}}])
def test_one_that_does_not_tell_has_none(tmp_path: Path, content: dict[str, Tag]) -> None:
    (tmp_path / LEVEL).write_bytes(nbt.write(content))
    assert saved_version(tmp_path) is None
