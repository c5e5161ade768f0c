"""The list of the owner's client files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.items.client_files import add_client_file, client_files, list_file

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_added_once(tmp_path: Path) -> None:
    database = tmp_path / "state" / "items.db"
    assert client_files(database) == []
    client = tmp_path / "client.jar"
    client.touch()
    for _ in range(2):
        add_client_file(database, client)
    assert client_files(database) == [client.resolve()]


def test_what_is_not_there_or_broken_is_told(tmp_path: Path) -> None:
    database = tmp_path / "items.db"
    with pytest.raises(ReadError, match="no such file"):
        add_client_file(database, tmp_path / "none.jar")
    for text in ("{", "3"):
        list_file(database).write_text(text)
        with pytest.raises(ReadError):
            client_files(database)
