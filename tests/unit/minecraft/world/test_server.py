"""server.properties, as the game understands it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.minecraft.world.server import (
    ManagementProperties,
    ServerProperties,
    parse_server_properties,
    server_properties,
)

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = b"""#Minecraft server properties
#Mon Nov 30 12:00:00 UTC 2026
broadcast-rcon-to-ops=false
enable-rcon=true
level-name=My World
management-server-enabled=true
management-server-host=127.0.0.1
management-server-port=9900
management-server-secret=0123456789abcdefghijABCDEFGHIJ0123456789
management-server-tls-enabled=false
motd=\\u00A7aHello\\: world
online-mode=false
rcon.password=pa\\=ss\\ word
rcon.port=25576
server-ip=
server-port=25566
"""


def test_a_whole_file_is_read() -> None:
    assert parse_server_properties(WHOLE) == ServerProperties(
        server_port=25566,
        motd="§aHello: world",
        level_name="My World",
        online_mode=False,
        enable_rcon=True,
        rcon_host="127.0.0.1",
        rcon_port=25576,
        rcon_password="pa=ss word",
        broadcast_rcon_to_ops=False,
        management=ManagementProperties(
            enabled=True,
            host="127.0.0.1",
            port=9900,
            secret="0123456789abcdefghijABCDEFGHIJ0123456789",
            tls=False,
        ),
    )


def test_an_empty_file_is_the_games_defaults() -> None:
    assert parse_server_properties(b"") == ServerProperties()


@pytest.mark.parametrize(
    ("lines", "host"),
    [
        ("", "127.0.0.1"),
        ("server-ip=10.0.0.5", "10.0.0.5"),
        ("server-ip=0.0.0.0", "127.0.0.1"),
        ("server-ip=::", "127.0.0.1"),
        ("server-ip= 10.0.0.5 ", "10.0.0.5"),
        ("rcon.ip=10.0.0.6\nserver-ip=10.0.0.5", "10.0.0.6"),
        ("rcon.ip=0.0.0.0\nserver-ip=10.0.0.5", "127.0.0.1"),
        ("rcon.ip=\nserver-ip=10.0.0.5", "10.0.0.5"),
    ],
)
def test_rcon_is_where_the_server_listens(lines: str, host: str) -> None:
    assert parse_server_properties(lines.encode()).rcon_host == host


@pytest.mark.parametrize(
    ("value", "port"),
    [
        *(("25576", 25576), ("+25576", 25576), ("-1", -1), ("0025576", 25576)),
        *(("", 25575), ("25576 ", 25575), ("25 576", 25575), ("x", 25575), ("1.0", 25575)),
        *(("2147483647", 2147483647), ("2147483648", 25575), ("9" * 5000, 25575)),
    ],
)
def test_what_is_no_number_is_the_default(value: str, port: int) -> None:
    assert parse_server_properties(f"rcon.port={value}".encode()).rcon_port == port


@pytest.mark.parametrize(
    ("value", "flag"),
    [
        ("true", True),
        ("TRUE", True),
        ("false", False),
        ("yes", False),
        ("true ", False),
        ("", False),
    ],
)
def test_only_true_is_true(value: str, flag: bool) -> None:
    properties = parse_server_properties(f"online-mode={value}\nenable-rcon={value}".encode())
    assert (properties.online_mode, properties.enable_rcon) == (flag, flag)


def test_secrets_are_not_shown() -> None:
    shown = repr(parse_server_properties(WHOLE))
    assert "pa=ss" not in shown
    assert "0123456789" not in shown


def test_a_file_is_read_from_its_directory(tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_bytes(b"\xef\xbb\xbf#x\nlevel-name=\xe4\xb8\x96")
    assert server_properties(tmp_path).level_name == "世"


def test_a_missing_unreadable_or_malformed_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "server.properties"
    with pytest.raises(ReadError, match=r"server\.properties: ?cannot be read: No such file"):
        server_properties(tmp_path)
    path.write_bytes(b"a=b\nmotd=\\u12\n")
    with pytest.raises(ReadError, match=r"server\.properties:2:1: "):
        server_properties(tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(ReadError, match=r"server\.properties"):
        server_properties(tmp_path)


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_properties_or_a_read_error(content: bytes) -> None:
    try:
        properties = parse_server_properties(content)
    except ReadError:
        properties = ServerProperties()
    assert isinstance(properties.rcon_port, int)
