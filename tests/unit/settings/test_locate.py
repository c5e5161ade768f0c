"""The nearest configuration is found from the current folder upward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.settings.locate import nearest, root_of

if TYPE_CHECKING:
    from pathlib import Path


def test_the_nearest_file_upward_wins(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "a"):
        (folder / "config").mkdir()
        (folder / "config" / "bridge.toml").touch()
    assert nearest(inner) == tmp_path / "a" / "config" / "bridge.toml"


def test_where_there_is_none_nothing_is_found(tmp_path: Path) -> None:
    assert nearest(tmp_path) is None


def test_the_root_is_above_a_folder_called_config(tmp_path: Path) -> None:
    assert root_of(tmp_path / "config" / "bridge.toml") == tmp_path
    assert root_of(tmp_path / "etc" / "bridge.toml") == tmp_path / "etc"
