"""The world's folder and its lock."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bridge.core.errors import ReadError
from bridge.minecraft.world.folder import is_held, world_folder
from bridge.minecraft.world.server import ServerProperties

HOLDER = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_world_is_where_level_name_says() -> None:
    directory = Path("/srv/minecraft")
    assert world_folder(directory, ServerProperties()) == directory / "world"
    assert world_folder(directory, ServerProperties(level_name="a/b")) == directory / "a" / "b"
    assert world_folder(directory, ServerProperties(level_name="/mnt/w")) == Path("/mnt/w")


def test_a_world_without_a_lock_file_is_not_held(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    assert not is_held(tmp_path / "none")


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_a_world_is_held_while_somebody_has_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "session.lock"
    path.write_bytes("☃".encode())
    assert not is_held(tmp_path)
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert is_held(tmp_path)
        assert is_held(tmp_path)
        holder.communicate()
    assert not is_held(tmp_path)


def test_elsewhere_a_lock_file_counts_as_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert not is_held(tmp_path)
    (tmp_path / "session.lock").touch()
    assert is_held(tmp_path)


def test_a_lock_that_cannot_be_asked_about_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "session.lock").mkdir()
    with pytest.raises(ReadError, match=r"session\.lock"):
        is_held(tmp_path)
