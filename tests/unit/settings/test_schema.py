"""Each option of bridge.toml: its default, what it takes and what it does not."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, asdict
from typing import Any, cast
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ConfigurationError
from bridge.settings import loading
from bridge.settings.schema import BridgeFile, RconTable, ServerTable

MARA = "11111111-2222-4333-8444-555555555555"


def parsed(text: str) -> BridgeFile:
    return loading.parse(text, file="bridge.toml")


def server(line: str) -> ServerTable:
    return parsed(f'[servers.main]\ndirectory = "x"\n{line}\n').servers["main"]


def shown(value: dict[str, Any]) -> dict[str, Any]:
    """The keys of a table and their values, of the tables in it as well."""
    return {
        key: shown(cast("dict[str, Any]", each)) if isinstance(each, dict) else each
        for key, each in value.items()
        if key != "written"
    }


def test_the_defaults_are_those_of_the_contract() -> None:
    table = server("")
    assert shown(asdict(table)) == {
        "directory": "x",
        "log": None,
        "launch": None,
        "restart": "never",
        "stop_timeout": 60,
        "dialect": "auto",
        "rcon": {"host": None, "port": None, "password_env": None},
        "management": None,
        "chat_prefixes": ("@ai", "!ai"),
        "language": "en_us",
        "admins": (),
        "names_verified": "auto",
        "nickname_plugin": "auto",
        "host": None,
        "mirror_seconds": 300,
    }
    assert shown(asdict(parsed(""))) == {
        "servers": {},
        "socket": {"listen": "127.0.0.1:25580"},
        "web": {"listen": "127.0.0.1:8642", "behind_proxy": False},
        "state": {
            "database": "sqlite:state/bridge.db",
            "timezone": "local",
            "keep_days": {"history": 30, "trace": 14},
        },
        "privacy": {"send_player_name": True},
        "log": {"format": "console"},
    }


@pytest.mark.parametrize(
    "line",
    [
        "stop_timeout = 0.5",
        "stop_timeout = 5",
        "names_verified = true",
        'nickname_plugin = "auto"',
        "nickname_plugin = false",
        'chat_prefixes = ["小助手", ".ai"]',
        f'host = "{MARA}"',
        "rcon = { port = 65535 }",
        'launch = ["java", "-jar", "server.jar"]',
        'management = { url = "wss://localhost:9900", secret_env = "X", ca = "ca.pem" }',
    ],
)
def test_what_is_taken(line: str) -> None:
    server(line)


@pytest.mark.parametrize(
    "line",
    [
        "stop_timeout = 0",
        'stop_timeout = "5"',
        "mirror_seconds = -1",
        "mirror_seconds = nan",
        'names_verified = "yes"',
        "names_verified = 1",
        "chat_prefixes = []",
        'chat_prefixes = [""]',
        'chat_prefixes = ["a b"]',
        'chat_prefixes = ["/ai"]',
        'chat_prefixes = "@ai"',
        'language = "de_de"',
        'admins = ["Mara"]',
        "admins = [5]",
        'host = "Mara"',
        "rcon = { port = 0 }",
        "rcon = { port = 65536 }",
        'rcon = { port = "25575" }',
        'rcon = { password = "secret" }',
        'restart = "sometimes"',
        'launch = "java -jar server.jar"',
        'management = { url = "wss://x" }',
    ],
)
def test_what_is_not_taken_is_told_at_its_line(line: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        server(line)
    assert str(raised.value).startswith(f"bridge.toml:3: servers.main.{line.split(' = ')[0]}")


@pytest.mark.parametrize("table", ["socket", "web", "state", "state.keep_days", "privacy", "log"])
def test_an_unknown_key_is_an_error_in_every_table(table: str) -> None:
    with pytest.raises(ConfigurationError, match="unknown key"):
        parsed(f"[{table}]\nunknown = 1\n")


@pytest.mark.parametrize("database", ["state/bridge.db", "sqlite:", "postgres://x", ""])
def test_a_database_is_written_with_its_kind(database: str) -> None:
    with pytest.raises(ConfigurationError, match="is written sqlite:PATH"):
        parsed(f'[state]\ndatabase = "{database}"\n')


@pytest.mark.parametrize("zone", ["local", "UTC", "Europe/Berlin"])
def test_a_zone_is_one_that_there_is(zone: str) -> None:
    assert parsed(f'[state]\ntimezone = "{zone}"\n').state.timezone == zone


@pytest.mark.parametrize("zone", ["", "Berlin", "../etc/passwd", "Europe", "/etc/localtime", "\0"])
def test_a_zone_that_there_is_not_is_refused(zone: str) -> None:
    with pytest.raises(ConfigurationError, match="no time zone is called"):
        parsed(f"[state]\ntimezone = {json.dumps(zone)}\n")


@pytest.mark.parametrize("days", [0, -1, 1.5])
def test_what_is_recorded_stays_for_a_day_at_least(days: float) -> None:
    with pytest.raises(ConfigurationError):
        parsed(f"[state.keep_days]\nhistory = {days}\n")


@given(st.text(alphabet="abzAZ09_-", min_size=1, max_size=64))
def test_a_servers_name_is_a_plain_word(name: str) -> None:
    assert list(parsed(f'[servers."{name}"]\ndirectory = "x"\n').servers) == [name]


@pytest.mark.parametrize("name", ["", "a b", "a/b", "a.b", "中", "x" * 65, "a\n"])
def test_any_other_name_of_a_server_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="a server's name is made of"):
        parsed(f'[servers.{json.dumps(name)}]\ndirectory = "x"\n')


def test_a_wrong_name_of_a_server_is_told_at_its_line() -> None:
    with pytest.raises(ConfigurationError, match=r"^bridge\.toml:2: servers"):
        parsed('\n[servers."a b"]\ndirectory = "x"\n')


def test_a_table_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        server("").rcon = RconTable()  # pyright: ignore[reportAttributeAccessIssue] - what is tested


def test_uuids_are_read_and_an_empty_host_is_nobody() -> None:
    assert server(f'admins = ["{MARA}"]').admins == (UUID(MARA),)
    assert server(f'host = "{MARA}"').host == UUID(MARA)
    assert server('host = ""').host is None
