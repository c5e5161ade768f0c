"""Reading small files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.minecraft.world.contents import LARGEST, contents, contents_if_there

if TYPE_CHECKING:
    from pathlib import Path


def test_a_missing_file_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="No such file"):
        contents(tmp_path / "none")
    assert contents_if_there(tmp_path / "none") is None
    with pytest.raises(ReadError):
        contents_if_there(tmp_path)


def test_what_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(LARGEST)
    assert len(contents(path)) == LARGEST
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(ReadError, match="longer than"):
        contents_if_there(path)
