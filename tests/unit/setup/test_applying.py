from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.setup.applying import apply
from bridge.setup.changes import PRIVATE, EditProperties, RemoveFile, WriteFile
from tests.fakes.world_lock import held

if TYPE_CHECKING:
    from pathlib import Path


def edit(folder: Path, *, secret: bool = False, **values: str) -> EditProperties:
    return EditProperties(
        path=folder / "server.properties",
        directory=folder,
        world=folder / "world",
        values={key.replace("_", "-"): value for key, value in values.items()},
        secret=secret,
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_files_are_written_and_removed_with_their_folders_made(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "key.json"
    apply(WriteFile(path=file, content=b"1", mode=PRIVATE))
    assert (file.read_bytes(), mode(file)) == (b"1", 0o600)
    apply(RemoveFile(path=file))
    apply(RemoveFile(path=file))
    assert list(file.parent.iterdir()) == []


def test_a_secret_closes_a_file_that_was_open(tmp_path: Path) -> None:
    file = tmp_path / "key.json"
    file.write_bytes(b"old")
    file.chmod(0o664)
    apply(WriteFile(path=file, content=b"new"))
    assert mode(file) == 0o664
    apply(WriteFile(path=file, content=b"newer", mode=PRIVATE))
    assert mode(file) == 0o600


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"#a\nenable-rcon=false\nb=1\n", b"#a\nenable-rcon=true\nb=1\n"),
        (b"#a\r\nenable-rcon : false\r\nb=1", b"#a\r\nenable-rcon=true\r\nb=1"),
        (b"motd=\\u00A7a\nenable-rcon=false", b"motd=\\u00A7a\nenable-rcon=true"),
        ("motd=日本\n".encode(), "motd=日本\nenable-rcon=true\n".encode()),
        ("motd=é\n".encode("latin-1"), "motd=é\nenable-rcon=true\n".encode("latin-1")),
        # Java takes the mark for a part of the first key, so that key is another one.
        (b"\xef\xbb\xbfenable-rcon=false\n", b"\xef\xbb\xbfenable-rcon=false\nenable-rcon=true\n"),
        (b"", b"enable-rcon=true\n"),
    ],
)
def test_of_the_properties_only_what_is_meant_changes(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    file = tmp_path / "server.properties"
    file.write_bytes(before)
    apply(edit(tmp_path, enable_rcon="true"))
    assert file.read_bytes() == after


def test_a_linked_file_stays_linked(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "shared.properties"
    real.parent.mkdir()
    real.write_text("enable-rcon=false\n")
    (tmp_path / "server.properties").symlink_to(real)
    apply(edit(tmp_path, secret=True, enable_rcon="true"))
    assert (tmp_path / "server.properties").is_symlink()
    assert real.read_text() == "enable-rcon=true\n"
    assert mode(real) == 0o600


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_a_server_that_was_started_meanwhile_keeps_its_file(tmp_path: Path) -> None:
    (tmp_path / "world").mkdir()
    file = tmp_path / "server.properties"
    file.write_text("enable-rcon=false\n")
    with held(tmp_path / "world"), pytest.raises(RefusedError, match="is left alone"):
        apply(edit(tmp_path, enable_rcon="true"))
    assert file.read_text() == "enable-rcon=false\n"
