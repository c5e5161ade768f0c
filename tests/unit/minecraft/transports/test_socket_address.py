"""Where the socket may be, and the file of a Unix socket."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from bridge.core.errors import ConfigurationError, LinkError
from bridge.minecraft.transports.socket_address import (
    TcpAddress,
    UnixAddress,
    parse_address,
    unix_socket,
)


@pytest.mark.parametrize(
    ("text", "address", "shown"),
    [
        ("127.0.0.1:25580", TcpAddress("127.0.0.1", 25580), "127.0.0.1:25580"),
        ("127.1.2.3:0", TcpAddress("127.1.2.3", 0), "127.1.2.3:0"),
        ("localhost:65535", TcpAddress("127.0.0.1", 65535), "127.0.0.1:65535"),
        ("[::1]:25580", TcpAddress("::1", 25580), "[::1]:25580"),
        ("unix:state/bridge.sock", UnixAddress(Path("state/bridge.sock")), None),
        ("unix:/run/a b.sock", UnixAddress(Path("/run/a b.sock")), None),
    ],
)
def test_an_address_is_understood(
    text: str, address: TcpAddress | UnixAddress, shown: str | None
) -> None:
    assert parse_address(text) == address
    assert parse_address(text).text == (shown or text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "unix:", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:65536"),
        *("127.0.0.1:٣", "127.0.0.1:1" + "0" * 5000, ":25580", "[::1]", "::1"),
        *("0.0.0.0:25580", "[::]:25580", "192.168.1.5:25580", "example.com:25580"),
    ],
)
def test_anything_else_is_refused_as_configuration(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"socket\.listen"):
        parse_address(text)


def test_a_socket_file_is_for_this_user_alone_and_goes(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    with unix_socket(path):
        assert path.stat().st_mode & 0o777 == 0o600
    assert not path.exists()


def test_what_a_dead_process_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
        left.listen()
    with unix_socket(path) as listening:
        listening.listen()
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(str(path))


def test_a_socket_that_somebody_listens_at_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen(0)
        for _ in range(3):  # the third finds the queue full
            with pytest.raises(LinkError, match="somebody listens"), unix_socket(path):
                pass
    assert path.is_socket()


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    path.write_text("mine", encoding="ascii")
    with pytest.raises(LinkError, match="not a socket"), unix_socket(path):
        pass
    assert path.read_text(encoding="ascii") == "mine"


def test_another_process_s_file_is_not_removed_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "bridge.sock"
    with unix_socket(path):
        path.rename(tmp_path / "kept.sock")
        path.touch()
    assert path.exists()


@pytest.mark.parametrize("path", ["none/bridge.sock", "x" * 200])
def test_a_file_that_cannot_be_made_is_a_link_error(tmp_path: Path, path: str) -> None:
    with pytest.raises(LinkError, match="cannot make"), unix_socket(tmp_path / path):
        pass
