from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ConfigurationError
from bridge.setup.surroundings import alone, around

if TYPE_CHECKING:
    from pathlib import Path


def config(root: Path, text: str) -> Path:
    file = root / "config" / "bridge.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_without_a_file_the_server_is_the_first(tmp_path: Path) -> None:
    found = around(tmp_path / "config" / "bridge.toml", tmp_path / "srv")
    assert (found.text, found.server, found.listed) == (None, "main", False)
    assert found.state == tmp_path / "state"


def test_a_server_that_is_named_is_found_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "srv").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "srv")
    file = config(tmp_path, '[servers.a]\ndirectory = "link"\nchat_prefixes = ["?"]\n')
    found = around(file, tmp_path / "srv")
    assert (found.server, found.listed, found.table.chat_prefixes) == ("a", True, ("?",))
    other = around(file, tmp_path / "other")
    assert (other.server, other.listed) == ("main", False)


def test_a_wrong_file_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"bridge\.toml:2: "):
        around(config(tmp_path, "[log]\nx = 1\n"), tmp_path)
    file = config(tmp_path, "")
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        around(file, tmp_path)


def test_a_server_named_on_the_command_line_needs_no_file(tmp_path: Path) -> None:
    found = alone(tmp_path / "bridge.toml", tmp_path / "srv", tmp_path / "state" / "srv")
    assert (found.listed, found.server) == (True, "main")
