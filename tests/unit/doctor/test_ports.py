from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from bridge.doctor.finding import Verdict
from bridge.doctor.ports import listening
from bridge.settings.loading import parse
from bridge.settings.snapshot import Settings

if TYPE_CHECKING:
    from pathlib import Path


def settings(root: Path, listen: str) -> Settings:
    return Settings(parse(f'[socket]\nlisten = "{listen}"\n', file=""), root=root, path=None)


def test_a_port_is_free_or_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = listening(settings(tmp_path, f"127.0.0.1:{port}"))
        assert found.verdict is Verdict.WARNING
        assert str(port) in found.text
    assert listening(settings(tmp_path, f"127.0.0.1:{port}")).verdict is Verdict.OK


def test_a_unix_socket_needs_a_folder(tmp_path: Path) -> None:
    assert listening(settings(tmp_path, "unix:state/bridge.sock")).verdict is Verdict.OK
    (tmp_path / "file").touch()
    assert listening(settings(tmp_path, "unix:file/bridge.sock")).verdict is Verdict.WARNING
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_token_that_others_may_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    token = tmp_path / "state" / "socket.token"
    token.write_text("x")
    token.chmod(0o644)
    assert "others may read" in listening(settings(tmp_path, "127.0.0.1:0")).text
    token.chmod(0o600)
    assert listening(settings(tmp_path, "127.0.0.1:0")).verdict is Verdict.OK
