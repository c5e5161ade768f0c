"""Hostile input for the socket: what a broken or malicious peer may send."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.peers.socket_peer import MARA, SocketPeer, frame, hello, unframed

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

FRAME_BYTES = 1 << 20

RIGHT = (
    {"t": "chat", "player": MARA, "text": "@ai hi", "id": "1"},
    {"t": "command", "player": MARA, "text": "/menu", "id": "2"},
    {"t": "complete", "text": "/sys", "cursor": 3, "id": "3"},
    {"t": "action", "player": MARA, "card": "abc", "number": 1, "id": "4"},
    {"t": "result", "id": "5", "ok": True, "text": "done"},
    {"t": "join", "player": MARA},
    {"t": "ping", "id": "6"},
    {"t": "saved"},
)
WRONG: tuple[object, ...] = (
    *(None, True, -1, 2**64 - 1, 1.5, float("nan")),
    *("", "x" * 500, b"\x00", [], {}, [[["x"]]]),
)


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def _noise(random: Random) -> bytes:
    return random.randbytes(random.randrange(1, 300))


def _framed_noise(random: Random) -> bytes:
    return _framed(random.randbytes(random.randrange(300)))


def _too_long(random: Random) -> bytes:
    return random.randrange(FRAME_BYTES + 1, 1 << 32).to_bytes(4, "big") + random.randbytes(100)


def _cut_short(random: Random) -> bytes:
    return random.randrange(200, FRAME_BYTES).to_bytes(4, "big") + random.randbytes(100)


def _flipped(random: Random) -> bytes:
    payload = bytearray(frame(random.choice(RIGHT))[4:])
    for _ in range(random.randrange(1, 5)):
        payload[random.randrange(len(payload))] = random.randrange(256)
    return _framed(bytes(payload))


def _wrong_field(random: Random) -> bytes:
    spoiled: dict[str, object] = dict(random.choice(RIGHT))
    spoiled[random.choice(list(spoiled))] = random.choice(WRONG)
    return frame(spoiled)


def _missing_field(random: Random) -> bytes:
    spoiled: dict[str, object] = dict(random.choice(RIGHT))
    del spoiled[random.choice(list(spoiled))]
    return frame(spoiled)


def _deep(random: Random) -> bytes:
    opening = random.choice([b"\x91", b"\x81\xa1t", b"\xdc\x00\xff", b"\xde\x00\xff\xa1t"])
    return _framed(opening * random.randrange(1, 3000))


def _announced(random: Random) -> bytes:
    header = random.choice([b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9"])
    return _framed(b"\x81\xa1t" + header + random.randbytes(4) + random.randbytes(50))


def _many_values(random: Random) -> bytes:
    empty = random.choice([b"\x90", b"\x80", b"\xa0", b"\xc0"])
    row = b"\xdc\x00\xff" + empty * 255
    return _framed(b"\x82\xa1t\xa4ping\xa1x\xdc\x00\xff" + row * random.randrange(1, 255))


def _large(random: Random) -> bytes:
    return frame(
        {"t": random.choice(["chat", "dance", "ping"]), "x": "好" * random.randrange(340_000)}
    )


def _old_hello(random: Random) -> bytes:
    return frame(hello(v=random.randrange(-5, 99), token=random.choice(WRONG)))


_KINDS: tuple[Callable[[Random], bytes], ...] = (
    _noise,
    _framed_noise,
    _too_long,
    _cut_short,
    _flipped,
    _wrong_field,
    _missing_field,
    _deep,
    _announced,
    _many_values,
    _large,
    _old_hello,
)


async def assault(port: int, random: Random, frames: int) -> dict[str, int]:
    """Send so many hostile frames by peers of which half were welcomed first.

    Returns how often the daemon answered with which error code. A peer that is let down
    otherwise (no welcome, no end) raises or hangs.
    """
    codes: Counter[str] = Counter()
    sent = 0
    while sent < frames:
        async with SocketPeer.connected(port) as peer:
            if random.random() < 0.5:
                await peer.greet(random.choice(["server", "console", "control"]))
            batch = random.randrange(1, 4)
            for _ in range(batch):
                peer.writer.write(random.choice(_KINDS)(random))
            sent += batch
            peer.writer.write_eof()
            answers = unframed(await peer.reader.read())
            codes.update(answer["code"] for answer in answers if answer["t"] == "error")
    return dict(codes)
