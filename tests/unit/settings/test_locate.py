"""The nearest configuration is found from the current folder upward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.settings import locate
from bridge.settings.locate import nearest, root_of, shipped_folder

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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


def test_what_is_shipped_lies_beside_the_package_of_a_clone() -> None:
    assert (shipped_folder("config") / "bridge.toml").is_file()
    assert (shipped_folder("datapack") / "data").is_dir()


def test_in_a_wheel_it_lies_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "bridge"
    monkeypatch.setattr(locate, "__file__", str(package / "settings" / "locate.py"))
    assert shipped_folder("config") == tmp_path / "config"
    (package / "shipped" / "config").mkdir(parents=True)
    assert shipped_folder("config") == package / "shipped" / "config"
