"""Settings that the schema accepts and the daemon cannot work with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ConfigurationError
from bridge.daemon.checks import check, without_effect
from bridge.settings import loading

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.settings.snapshot import Settings

SERVER = '[servers.main]\ndirectory = "."\n'


def written(root: Path, text: str) -> Settings:
    (root / "bridge.toml").write_text(text)
    return loading.load(root / "bridge.toml")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "?: servers: no game server is named; add [servers.main] with its directory"),
        (
            '[servers.main]\ndirectory = "nowhere"\n',
            "2: servers.main.directory: {root}/nowhere is no folder; name the one that holds",
        ),
        (
            '[servers.main]\n\ndirectory = "bridge.toml"\n',
            "3: servers.main.directory: {root}/bridge.toml is no folder; name the one that",
        ),
        (
            SERVER + "launch = []\n",
            "3: servers.main.launch: is the server's command, a list of words",
        ),
        (
            SERVER + 'management = { url = "http://x", secret_env = "X" }\n',
            "3: servers.main.management.url: is not ws://HOST:PORT or wss://HOST:PORT",
        ),
        (
            SERVER + 'management = { url = "ws://far.example:1", secret_env = "X" }\n',
            "3: servers.main.management.url: ",
        ),
        (
            SERVER + 'dialect = "papper"\n',
            "3: servers.main.dialect: no dialect is called 'papper': choose one of auto, ",
        ),
        (
            SERVER + 'dialect = "Velocity"\n',
            "3: servers.main.dialect: this is the log of a proxy (velocity), ",
        ),
        (
            SERVER + '[servers.two]\ndirectory = "two"\n',
            "4: servers.two.directory: {root}/two is no folder; ",
        ),
        (
            SERVER + '[socket]\nlisten = "0.0.0.0:1"\n',
            "4: socket.listen: 0.0.0.0 can be reached from other machines; ",
        ),
        (
            SERVER + '[socket]\nlisten = "unix:"\n',
            "4: socket.listen: 'unix:' is not HOST:PORT and not unix:PATH",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_key(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        check(written(tmp_path, text))
    expected = f"{tmp_path}/bridge.toml:{line.format(root=tmp_path)}"
    assert str(raised.value)[: len(expected)] == expected


def test_without_a_file_the_default_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"^config/bridge\.toml:\?: servers: no game"):
        check(loading.defaults(tmp_path))


@pytest.mark.parametrize(
    "more",
    [
        "",
        'dialect = "Paper"\n',
        "mirror_seconds = 5\n",
        "[state.keep_days]\ntrace = 5\n",
        'launch = ["java"]\nrestart = "always"\nstop_timeout = 5\n',
        'management = { url = "ws://localhost:9900", secret_env = "X" }\n',
        '[socket]\nlisten = "unix:state/bridge.sock"\n',
    ],
)
def test_what_the_daemon_can_work_with_passes(tmp_path: Path, more: str) -> None:
    settings = written(tmp_path, SERVER + more)
    check(settings)
    assert list(without_effect(settings)) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            SERVER + 'restart = "always"\n',
            "servers.main.restart has no effect without launch",
        ),
        (
            SERVER + '[web]\nlisten = "127.0.0.1:1"\n',
            "web.listen comes with a later version and has no effect yet",
        ),
    ],
)
def test_an_option_without_effect_is_one_line(tmp_path: Path, text: str, line: str) -> None:
    assert list(without_effect(written(tmp_path, text))) == [line]


def test_a_web_page_that_is_turned_off_is_no_line(tmp_path: Path) -> None:
    assert list(without_effect(written(tmp_path, SERVER + '[web]\nlisten = ""\n'))) == []


@pytest.mark.parametrize(
    ("text", "option"),
    [
        (SERVER + 'restart = "always"\n', "servers.main.restart"),
        (SERVER + "stop_timeout = 5\n", "servers.main.stop_timeout"),
        (SERVER + "[web]\nbehind_proxy = true\n", "web.behind_proxy"),
    ],
)
def test_every_option_that_does_nothing_yet_is_named(
    tmp_path: Path, text: str, option: str
) -> None:
    (line,) = without_effect(written(tmp_path, text))
    assert line.startswith(option)


def test_a_directory_that_the_system_cannot_even_look_for_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        check(written(tmp_path, f'[servers.main]\ndirectory = "{"x" * 300}"\n'))
