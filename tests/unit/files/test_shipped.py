from __future__ import annotations

from bridge.files.shipped import shipped


def test_both_folders_are_there() -> None:
    assert (shipped("config") / "bridge.toml").is_file()
    assert (shipped("datapack") / "data").is_dir()
