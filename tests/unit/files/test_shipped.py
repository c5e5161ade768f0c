"""Where `config` and `datapack` are found: in a clone, and in a wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bridge
from bridge.files.shipped import shipped

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_is_shipped_lies_beside_the_package_of_a_clone() -> None:
    assert (shipped("config") / "bridge.toml").is_file()
    assert (shipped("datapack") / "data").is_dir()


def test_in_a_wheel_it_lies_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "bridge"
    monkeypatch.setattr(bridge, "__file__", str(package / "__init__.py"))
    assert shipped("config") == tmp_path / "config"
    (package / "shipped" / "config").mkdir(parents=True)
    assert shipped("config") == package / "shipped" / "config"
