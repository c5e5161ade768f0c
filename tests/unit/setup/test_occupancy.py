from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.setup.occupancy import occupied, require_owner
from tests.fakes.world_lock import held

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")


def test_a_world_whose_lock_is_held_has_a_server(tmp_path: Path) -> None:
    world = tmp_path / "world"
    world.mkdir()
    assert occupied(tmp_path, world) == ""
    with held(world) as process:
        assert occupied(tmp_path, world) == f"process {process} has the world open"
    assert occupied(tmp_path, world) == ""


def test_a_java_that_works_in_the_folder_is_a_server_without_a_world(tmp_path: Path) -> None:
    java = shutil.copy(shutil.which("sleep") or "/bin/sleep", tmp_path / "java")
    folder = tmp_path / "a server"
    folder.mkdir()
    with subprocess.Popen([java, "60"], cwd=folder) as process:
        try:
            expected = f"process {process.pid} (java) works in this folder"
            assert occupied(folder, folder / "world") == expected
            assert occupied(tmp_path, tmp_path / "world") == ""
        finally:
            process.kill()


def test_what_cannot_be_told_counts_as_running(tmp_path: Path) -> None:
    (tmp_path / "session.lock").mkdir()
    assert occupied(tmp_path, tmp_path).startswith("whether it runs cannot be told")


def test_anothers_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_owner(tmp_path)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(RefusedError, match="run this as the user that the server runs as"):
        require_owner(tmp_path)
