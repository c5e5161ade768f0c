from __future__ import annotations

import builtins
import io
import json
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest
from typing_extensions import override

from bridge.cli.main import run
from bridge.minecraft.world import server_properties
from bridge.settings.loading import load
from tests.fakes.server_folders import KINDS, PROXIES, Kind, build, id_of, server, snapshot
from tests.fakes.world_lock import held

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command is typed; a vanilla server is in `srv`."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    server(tmp_path / "here" / "srv")
    return tmp_path / "here"


def test_everything_is_written_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "srv", "--yes"]) == 0
    assert load(root / "config" / "bridge.toml").file.servers["main"].directory == str(root / "srv")
    properties = server_properties(root / "srv")
    assert properties.enable_rcon
    assert len(properties.rcon_password) == 32
    assert not properties.broadcast_rcon_to_ops
    assert stat.S_IMODE((root / "srv" / "server.properties").stat().st_mode) == 0o600
    assert (root / "srv" / "world" / "datapacks" / "system-bridge" / "pack.mcmeta").is_file()
    told = capsys.readouterr().out
    assert "rcon.password=(a random one)" in told
    assert properties.rcon_password not in told
    before = snapshot(root)
    assert run(["init", "srv", "--yes"]) == 0
    assert run(["init", str(root / "srv")]) == 0
    assert "Nothing is to be changed" in capsys.readouterr().out
    assert snapshot(root) == before


@pytest.mark.parametrize(
    "words", [["--dry-run"], ["--dry-run", "--yes"], ["--json", "--yes", "--dry-run"]]
)
def test_a_dry_run_changes_nothing(
    root: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(root)
    assert run(["init", "srv", *words]) == 0
    assert "server.properties" in capsys.readouterr().out
    assert snapshot(root) == before


def test_where_nobody_can_be_asked_nothing_is_changed(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(root)
    for stdin in (io.StringIO("y\n"), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert run(["init", "srv"]) == 1
        assert "add --yes" in capsys.readouterr().err
    assert run(["init", "srv", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["written"] is False
    assert snapshot(root) == before


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("said", "code"), [("y", 0), (" YES ", 0), ("", 1), ("n", 1), (None, 1)])
def test_on_a_terminal_a_yes_is_asked_for(
    root: Path, monkeypatch: pytest.MonkeyPatch, said: str | None, code: int
) -> None:
    def answer(prompt: str) -> str:
        assert prompt
        if said is None:
            raise EOFError
        return said

    before = snapshot(root)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(builtins, "input", answer)
    assert run(["init", "srv"]) == code
    assert (snapshot(root) == before) is bool(code)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_a_running_server_keeps_its_properties(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = root / "srv" / "server.properties"
    before = file.read_bytes()
    with held(root / "srv" / "world"):
        assert run(["init", "srv", "--yes"]) == 0
        assert file.read_bytes() == before
        assert "stop the server, run this again" in capsys.readouterr().out
    assert run(["init", "srv", "--yes"]) == 0
    assert server_properties(root / "srv").enable_rcon


def test_what_the_owner_wrote_stays(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = root / "bridge.toml"
    config.write_bytes(b"# mine\r\n[log]\r\nformat = 'json' # so\r\n")
    assert run(["init", "srv", "--yes", "--config", "bridge.toml"]) == 0
    assert config.read_bytes().startswith(b"# mine\r\n[log]\r\nformat = 'json' # so\r\n")
    assert list(load(config).file.servers) == ["main"]
    server(root / "two")
    assert run(["init", "two", "--yes", "--config", "bridge.toml"]) == 0
    assert list(load(config).file.servers) == ["main", "two"]
    config.write_text("[nonsense]\n")
    assert run(["init", "srv", "--yes", "--config", "bridge.toml"]) == 2
    assert config.read_text() == "[nonsense]\n"
    assert "bridge.toml:1: nonsense" in capsys.readouterr().err


def test_a_linked_folder_is_called_as_its_owner_calls_it(root: Path) -> None:
    (root / "mcdr").mkdir()
    (root / "srv").rename(root / "mcdr" / "server")
    (root / "mcdr" / "permission.yml").touch()
    (root / "mcdr" / "config.yml").write_text("working_directory: server\n")
    (root / "current").symlink_to(root / "mcdr" / "server")
    assert run(["init", "current", "--yes"]) == 0
    (table,) = load(root / "config" / "bridge.toml").file.servers.values()
    assert table.directory == str(root / "current")
    assert list((root / "mcdr" / "plugins").glob("system_bridge-*.mcdr"))
    before = snapshot(root)
    assert run(["init", "mcdr/server", "--yes"]) == 0
    assert snapshot(root) == before


def test_without_rcon_the_properties_stay(root: Path) -> None:
    before = (root / "srv" / "server.properties").read_bytes()
    assert run(["init", "srv", "--yes", "--no-rcon"]) == 0
    assert (root / "srv" / "server.properties").read_bytes() == before
    assert (root / "srv" / "world" / "datapacks" / "system-bridge").is_dir()


def test_with_directory_the_daemon_needs_no_table(root: Path) -> None:
    assert run(["init", "--directory", "srv", "--yes"]) == 0
    assert not (root / "config").exists()
    assert server_properties(root / "srv").enable_rcon


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["init"], 2),
        (["init", ""], 2),
        (["init", "srv\udcff"], 2),
        (["init", "srv", "--directory", "srv"], 2),
        (["init", "missing", "--yes"], 2),
        (["init", ".", "--yes"], 2),
        (["init", "srv/world", "--yes"], 2),
    ],
)
def test_what_cannot_be_done_is_one_line(
    root: Path, words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(root)
    assert run(words) == code
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert snapshot(root) == before


@pytest.mark.parametrize("kind", PROXIES, ids=id_of)
def test_a_proxy_is_refused(root: Path, kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    build(kind, root / "proxy")
    before = snapshot(root)
    assert run(["init", "proxy", "--yes"]) == 2
    assert "proxy" in capsys.readouterr().err
    assert snapshot(root) == before


@pytest.mark.parametrize("kind", KINDS, ids=id_of)
def test_each_kind_is_named(root: Path, kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    build(kind, root / "other")
    (root / "other" / "server.properties").touch()
    assert run(["init", "other", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["server"]
    assert (told["flavour"], told["version"]) == (kind.flavour, kind.version)


def test_a_folder_that_cannot_be_written_is_one_line(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = os.open

    def refused(path: str, flags: int, *rest: int, **named: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(13, "Permission denied", str(root / "srv" / "x"))
        return opened(path, flags, *rest, **named)

    before = snapshot(root)
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refused)
        assert run(["init", "--directory", "srv", "--yes"]) == 1
    assert capsys.readouterr().err.splitlines()[-1].endswith("Permission denied")
    (file,) = (path for path, (mode, _) in snapshot(root).items() if mode != before[path][0])
    assert file.endswith("server.properties")  # closed to others already, and otherwise as it was
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert run(["init", "srv", "--yes"]) == 1
    assert "belongs to another user" in capsys.readouterr().err


def test_odd_names_and_marks_are_no_hindrance(root: Path) -> None:
    folder = root / 'a "b" # ö'
    server(folder, properties="\ufeffmotd=x\r\nlevel-name=my\\ w\\u00F6rld\r\n")
    (folder / "world").rename(folder / "my wörld")
    assert run(["init", folder.name, "--yes"]) == 0
    content = (folder / "server.properties").read_bytes()
    assert content.startswith("\ufeffmotd=x\r\nlevel-name=my\\ w\\u00F6rld\r\nenable-rcon".encode())
    assert (folder / "my wörld" / "datapacks" / "system-bridge").is_dir()
    (table,) = load(root / "config" / "bridge.toml").file.servers.values()
    assert table.directory == str(folder)
