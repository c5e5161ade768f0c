"""bridge.toml: what is accepted, and the one line that says what is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.errors import ConfigurationError
from bridge.settings import loading

if TYPE_CHECKING:
    from bridge.settings.schema import BridgeFile

SHIPPED = Path(__file__).parents[3] / "config" / "bridge.toml"


def without_log(file: BridgeFile) -> BridgeFile:
    """The path of the log has no default of its own: what it is beside depends on the server."""
    servers = {name: replace(table, log=None) for name, table in file.servers.items()}
    return replace(file, servers=servers)


def parse_error(text: str) -> str:
    with pytest.raises(ConfigurationError) as raised:
        loading.parse(text, file="bridge.toml")
    return str(raised.value)


def test_the_shipped_file_is_valid_and_changes_nothing() -> None:
    assert loading.load(SHIPPED).file == loading.parse("", file="")


def test_every_commented_default_of_the_shipped_file_is_the_default() -> None:
    """Each line is switched on by itself; what has no default, or needs another, is named."""
    not_defaults = {"directory", "rcon"}
    table = ""
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        bare = line.removeprefix("# ")
        if bare.startswith("["):
            table = bare.split("]")[0] + "]"
        elif line.startswith("# ") and " = " in bare:
            key = bare.split(" = ")[0]
            inside = 'directory = "x"\n' if table == "[servers.main]" and key != "directory" else ""
            text = f"{table}\n{inside}{bare}\n"
            plain = loading.parse(f"{table}\n{inside}", file="") if key != "directory" else None
            changed = loading.parse(text, file="bridge.toml")
            if key not in not_defaults:
                assert without_log(changed) == (plain and without_log(plain)), line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[servers.main]\ndirectory = "/x"\nrcom = {}\n',
            "bridge.toml:3: servers.main.rcom: unknown key; remove it or correct its spelling",
        ),
        (
            '[servers.main]\nrcon = { hots = "a" }\ndirectory = "/x"\n',
            "bridge.toml:2: servers.main.rcon.hots: unknown key; remove it or correct its spelling",
        ),
        (
            "[servers.main]\n",
            "bridge.toml:1: servers.main.directory: is missing; it has no default",
        ),
        ("[socket]\nlisten = 5\n", "bridge.toml:2: socket.listen: input should be a valid string"),
        ("\n[soket]\n", "bridge.toml:2: soket: unknown key; remove it or correct its spelling"),
        ("x =\n", "bridge.toml:1: is not TOML: Invalid value"),
        (
            '[state]\ntimezone = "Mars/Base"\n',
            "bridge.toml:2: state.timezone: no time zone is called 'Mars/Base'",
        ),
        (
            '[state]\ndatabase = "postgres://x"\n',
            "bridge.toml:2: state.database: is written sqlite:PATH",
        ),
        (
            '[servers.main]\ndirectory = "x"\nchat_prefixes = ["@ a"]\n',
            "bridge.toml:3: servers.main.chat_prefixes: a prefix is a word without blanks",
        ),
    ],
)
def test_what_is_wrong_is_one_line_with_file_line_and_key(text: str, message: str) -> None:
    assert parse_error(text) == message


def test_a_missing_file_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="--config"):
        loading.load(tmp_path / "bridge.toml")


def test_a_file_that_is_not_utf8_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bridge.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match="is not UTF-8 text"):
        loading.load(path)


def test_paths_start_from_the_parent_of_a_folder_called_config(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    path = tmp_path / "config" / "bridge.toml"
    path.write_text('[servers.main]\ndirectory = "server"\nlog = "console.log"\n')
    settings = loading.load(path)
    server = settings.file.servers["main"]
    assert settings.root == tmp_path
    assert settings.database == tmp_path / "state" / "bridge.db"
    assert settings.log(server) == tmp_path / "server" / "console.log"


def test_paths_start_from_the_folder_itself_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "bridge.toml"
    path.write_text("")
    assert loading.load(path).state_directory == tmp_path / "state"


def test_one_server_can_be_put_in_with_a_state_folder_of_its_own(tmp_path: Path) -> None:
    settings = loading.defaults(tmp_path).with_server(tmp_path / "survival", "state/survival")
    assert settings.directory(settings.file.servers["main"]) == tmp_path / "survival"
    assert settings.database == tmp_path / "state" / "survival" / "bridge.db"


def test_uuids_are_read_and_an_empty_host_is_none() -> None:
    text = (
        '[servers.main]\ndirectory = "x"\nhost = ""\n'
        'admins = ["11111111-2222-4333-8444-555555555555"]\n'
    )
    server = loading.parse(text, file="").servers["main"]
    assert server.host is None
    assert server.admins == (UUID("11111111-2222-4333-8444-555555555555"),)
