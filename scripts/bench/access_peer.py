"""A server peer for `access.py`: reports players, and tells when it has read a frame for each.

    access_peer.py PORT TOKEN COUNT

Prints `ready` once each player's first frame is there, then, when each has one with `maxMode` free,
the seconds of the monotonic clock at the last of them. It shares no code with the daemon.
"""

from __future__ import annotations

import socket
import sys
import time
from typing import TYPE_CHECKING, Any, cast

import msgpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

_pack = cast("Callable[[object], bytes]", msgpack.packb)
_unpack = cast("Callable[[bytes], dict[str, Any]]", msgpack.unpackb)


def framed(message: object) -> bytes:
    payload = _pack(message)
    return len(payload).to_bytes(4, "big") + payload


def frames(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Every map that comes."""
    while length := stream.read(4):
        yield _unpack(stream.read(int.from_bytes(length, "big")))


def uuid_text(number: int) -> str:
    """As `access.uuid_of`."""
    return f"{number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128:032x}"


def main() -> None:
    port, token, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        hello = {"t": "hello", "v": 1, "role": "server", "token": token, "agent": "bench"}
        connection.sendall(framed(hello))
        coming = frames(cast("BinaryIO", connection.makefile("rb")))
        assert next(coming)["t"] == "welcome"
        for number in range(count):
            player = {"name": f"Player{number}", "uuid": uuid_text(number)}
            connection.sendall(framed({"t": "join", "player": player}))
        wait(coming, count, "")
        print("ready", flush=True)
        wait(coming, count, "free")
        print(time.perf_counter(), flush=True)


def wait(coming: Iterator[dict[str, Any]], count: int, highest: str) -> None:
    """Return when frames with that `maxMode` ("": any) have come for so many players."""
    told: set[str] = set()
    while len(told) < count:
        message = next(coming)
        if message["t"] == "access" and highest in {"", message["maxMode"]}:
            told.add(message["player"]["uuid"])


if __name__ == "__main__":
    main()
