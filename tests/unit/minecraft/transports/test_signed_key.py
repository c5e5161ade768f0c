from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.minecraft.transports.signed_key import KEY_FILE, load_key, write_key

if TYPE_CHECKING:
    from pathlib import Path


def test_a_server_without_the_script_has_no_key(tmp_path: Path) -> None:
    assert load_key(tmp_path) is None


def test_the_key_is_for_its_user_alone_and_stays(tmp_path: Path) -> None:
    key = write_key(tmp_path, ["@ai"])
    path = tmp_path / KEY_FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_key(tmp_path) == key
    before = path.stat().st_ino
    assert write_key(tmp_path, ["@ai"]) == key
    assert path.stat().st_ino == before
    assert write_key(tmp_path, ["@ai", "!ai"]) == key
    assert json.loads(path.read_text()) == {"key": key.hex(), "prefixes": ["@ai", "!ai"]}
    assert path.stat().st_mode & 0o777 == 0o600


def test_two_servers_have_two_keys(tmp_path: Path) -> None:
    assert write_key(tmp_path / "a", []) != write_key(tmp_path / "b", [])


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    write_key(tmp_path, [])
    (tmp_path / KEY_FILE).chmod(0o640)
    with pytest.raises(ReadError, match="chmod 600"):
        load_key(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"key": "ab"}', '{"key": 5}', "[" * 9000])
def test_a_file_without_a_key_is_an_error(tmp_path: Path, content: str) -> None:
    write_key(tmp_path, [])
    (tmp_path / KEY_FILE).write_text(content)
    with pytest.raises(ReadError):
        load_key(tmp_path)
