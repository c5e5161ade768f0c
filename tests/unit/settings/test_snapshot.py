"""Settings with the place that their paths start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.core.errors import BridgeError, UsageError
from bridge.settings import loading
from bridge.settings.snapshot import Settings

ROOT = Path("/srv/root")


def settings(text: str) -> Settings:
    return Settings(loading.parse(text, file=""), root=ROOT, path=None)


def server(text: str = "") -> Settings:
    return settings(f'[servers.main]\ndirectory = "server"\n{text}')


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("a/b", ROOT / "a/b"),
        ("/absolute", Path("/absolute")),
        ("~/a", Path.home() / "a"),
        ("a/~/b", ROOT / "a/~/b"),
    ],
)
def test_a_path_is_taken_from_the_root(written: str, path: Path) -> None:
    assert settings("").at_root(written) == path


def test_the_home_of_nobody_is_an_error_of_the_configuration() -> None:
    with pytest.raises(BridgeError):
        settings("").at_root("~nobody-of-that-name/a")


def test_the_state_stands_beside_the_database() -> None:
    assert settings("").database == ROOT / "state/bridge.db"
    elsewhere = settings('[state]\ndatabase = "sqlite:/var/lib/x/y.db"\n')
    assert elsewhere.database == Path("/var/lib/x/y.db")
    assert elsewhere.state_directory == Path("/var/lib/x")


def test_a_log_is_taken_from_its_server() -> None:
    for written, path in (
        ("", ROOT / "server/logs/latest.log"),
        ('log = "console.log"\n', ROOT / "server/console.log"),
        ('log = "/var/log/mc.log"\n', Path("/var/log/mc.log")),
        ('log = "~/mc.log"\n', Path.home() / "mc.log"),
    ):
        here = server(written)
        table = here.file.servers["main"]
        assert here.directory(table) == ROOT / "server"
        assert here.log(table) == path


def test_the_only_server_need_not_be_named() -> None:
    assert server().server_name(None) == "main"
    assert server().server_name("main") == "main"


@pytest.mark.parametrize("name", [None, "third", ""])
def test_of_several_servers_one_must_be_named(name: str | None) -> None:
    two = server('[servers.two]\ndirectory = "two"\n')
    assert two.server_name("two") == "two"
    with pytest.raises(UsageError, match="name one of these servers with --server: main, two"):
        two.server_name(name)


def test_without_a_server_it_is_told_how_to_add_one() -> None:
    with pytest.raises(UsageError, match=r"add \[servers.main\] to bridge.toml, or --directory"):
        settings("").server_name(None)


def test_one_server_alone_keeps_the_other_tables(tmp_path: Path) -> None:
    whole = server(
        'language = "zh_cn"\n[servers.two]\ndirectory = "two"\n'
        '[state]\ndatabase = "sqlite:x.db"\ntimezone = "UTC"\n[log]\nformat = "json"\n'
    )
    alone = whole.with_server(tmp_path / "a" / ".." / "survival", "state/survival")
    assert list(alone.file.servers) == ["main"]
    assert alone.directory(alone.file.servers["main"]) == tmp_path / "survival"
    assert alone.file.servers["main"].language == "en_us"
    assert alone.database == ROOT / "state/survival/bridge.db"
    assert (alone.file.state.timezone, alone.file.log.format) == ("UTC", "json")
    assert whole.database == ROOT / "x.db"


def test_without_ports_nobody_is_in_the_way() -> None:
    whole = server('[web]\nlisten = "127.0.0.1:1"\n')
    assert whole.without_ports().file.socket.listen == "127.0.0.1:0"
    assert whole.without_ports().file.web.listen == ""
    assert whole.listening_at("unix:x").file.socket.listen == "unix:x"
    assert whole.without_ports().file.servers == whole.file.servers
    assert whole.file.web.listen == "127.0.0.1:1"
