"""The token's file: made once, for this user alone."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.minecraft.transports.socket_token import load_or_create_token, load_token

if TYPE_CHECKING:
    from pathlib import Path


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_token_is_made_once_and_only_for_this_user(tmp_path: Path) -> None:
    path = tmp_path / "state" / "socket.token"
    token = load_or_create_token(path)
    assert len(token) >= 43
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    assert mode(path) == 0o600
    assert load_or_create_token(path) == token == load_token(path)
    assert [file.name for file in path.parent.iterdir()] == ["socket.token"]
    assert load_or_create_token(tmp_path / "other.token") != token


def test_a_file_that_others_can_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "socket.token"
    path.write_text("chosen-by-the-owner\n", encoding="ascii")
    path.chmod(0o644)
    assert load_or_create_token(path) == "chosen-by-the-owner"
    assert mode(path) == 0o600


def test_all_who_make_it_at_once_get_the_same_one(tmp_path: Path) -> None:
    path = tmp_path / "socket.token"
    with ThreadPoolExecutor(8) as pool:
        tokens = list(pool.map(load_or_create_token, [path] * 32))
    assert len(set(tokens)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["socket.token"]


def test_a_file_system_without_links_gets_a_token_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "socket.token"
    assert load_or_create_token(path) == load_token(path)
    assert mode(path) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["socket.token"]


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe", b"a\nb", b"x" * 600])
def test_a_file_without_a_token_is_an_error_that_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "socket.token"
    path.write_bytes(content)
    for load in (load_token, load_or_create_token):
        with pytest.raises(ReadError, match=r"socket\.token"):
            load(path)
    assert path.read_bytes() == content


def test_a_missing_or_unreadable_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no daemon has run here"):
        load_token(tmp_path / "socket.token")
    with pytest.raises(ReadError, match=str(tmp_path)):
        load_token(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ReadError, match=r"socket\.token"):
        load_or_create_token(tmp_path / "file" / "socket.token")
