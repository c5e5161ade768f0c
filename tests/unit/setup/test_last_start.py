from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.setup.last_start import LastStart, last_start

if TYPE_CHECKING:
    from pathlib import Path

LINE = "[12:00:00] [Server thread/INFO]: "


def log(path: Path, *messages: str) -> LastStart:
    path.write_text("".join(f"{LINE}{message}\n" for message in messages))
    return last_start(path)


def test_the_last_start_tells_version_kind_and_port(tmp_path: Path) -> None:
    found = log(
        tmp_path / "latest.log",
        "Starting minecraft server version 1.20.1",
        "This server is running Purpur version 1 (MC: 1.20.1)",
        "Starting minecraft server version 1.21.4",
        "This server is running Paper version 1.21.4-1 (MC: 1.21.4)",
        "Json-RPC Management connection listening on localhost:12345",
        "<Mara> Json-RPC Management connection listening on localhost:999",
    )
    assert (str(found.version), found.flavour) == ("1.21.4", "paper")
    assert found.management_port == 12345
    assert not found.is_guess
    assert not found.is_proxy


def test_a_loader_names_itself_before_the_game(tmp_path: Path) -> None:
    found = log(
        tmp_path / "latest.log",
        "Loading Minecraft 1.20.1 with Fabric Loader 0.15.3",
        "Starting minecraft server version 1.20.1",
    )
    assert found.flavour == "fabric"


def test_what_only_looks_like_a_kind_is_a_guess(tmp_path: Path) -> None:
    starts = ("Starting minecraft server version 1.21.4", 'Done (1.0s)! For help, type "help"')
    found = log(tmp_path / "latest.log", *starts)
    assert (found.flavour, found.is_guess) == ("vanilla", True)


def test_a_proxy_is_one(tmp_path: Path) -> None:
    (tmp_path / "latest.log").write_text("[12:00:00 INFO]: Booting up Velocity 3.3.0...\n")
    found = last_start(tmp_path / "latest.log")
    assert (found.flavour, found.is_proxy) == ("velocity", True)


def test_no_log_and_any_bytes_tell_nothing(tmp_path: Path) -> None:
    assert last_start(tmp_path / "none") == LastStart()
    assert last_start(tmp_path) == LastStart()
    (tmp_path / "latest.log").write_bytes(bytes(range(256)) * 50)
    assert last_start(tmp_path / "latest.log") == LastStart()
