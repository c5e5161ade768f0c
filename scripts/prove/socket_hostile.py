"""Ten thousand hostile frames against the socket of another process, and what they leave there.

    .venv/bin/python -m scripts.prove.socket_hostile [--frames N] [--seed N] [--loop asyncio|uvloop]

Fails when the process dies, does not answer a right peer afterwards, or has grown by 5 MB or
more. The growth is counted from after a hundredth of the frames, when every kind was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import uvloop

from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.socket_handler import Answer, Suggestions
from bridge.minecraft.transports.socket_server import SocketServer
from scripts.prove.section import put_section
from tests.peers.socket_hostility import assault
from tests.peers.socket_peer import TOKEN, SocketPeer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import Command, Complete, JsonValue
    from bridge.minecraft.transports.socket_roles import Peer

GROWTH_BYTES = 5_000_000
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


class _Handler:
    """Answers, and keeps nothing."""

    def connected(self, peer: Peer) -> None:
        pass

    def disconnected(self, peer: Peer) -> None:
        pass

    def dropped(self, peer: Peer | None, why: str) -> None:
        pass

    async def received(self, report: Report, peer: Peer) -> None:
        pass

    async def command(self, command: Command, peer: Peer) -> Answer:
        return Answer(ok=True, text=command.text)

    async def complete(self, question: Complete, peer: Peer) -> Suggestions:
        return Suggestions(items=(question.text,))

    async def call(self, verb: str, args: Mapping[str, JsonValue], peer: Peer) -> Answer:
        return Answer(ok=True, text=verb)


async def _serve() -> None:
    running = SocketServer.running("127.0.0.1:0", TOKEN, ["main"], _Handler(), SystemClock())
    async with running as server:
        print(server.address, flush=True)
        await asyncio.Event().wait()


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


async def _attack(port: int, pid: int, frames: int, seed: int, write: Path | None) -> int:
    random = Random(seed)
    codes = Counter(await assault(port, random, frames // 100))
    before = _resident(pid)
    started = perf_counter()
    codes.update(await assault(port, random, frames))
    seconds = perf_counter() - started
    async with SocketPeer.connected(port) as peer:
        await peer.greet("control")
        peer.say({"t": "call", "verb": "status", "id": 1})
        assert (await peer.hear())["text"] == "status"
    growth = _resident(pid) - before
    text = (
        f"{frames:,} hostile frames in {seconds:.1f} s; errors: {dict(codes)}. A right peer is "
        f"answered afterwards. Memory {before / 1e6:.1f} MB before, {growth / 1e6:+.2f} MB after."
    )
    print(text)
    if write:
        put_section(write, "socket_hostile", "Hostile frames leave nothing behind", text)
    return growth


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loop", choices=LOOPS, default="uvloop")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        with asyncio.Runner(loop_factory=LOOPS[options.loop]) as runner:
            runner.run(_serve())
    command = [sys.executable, "-m", "scripts.prove.socket_hostile", "--serve"]
    with subprocess.Popen([*command, "--loop", options.loop], stdout=subprocess.PIPE) as served:
        try:
            assert served.stdout is not None
            port = int(served.stdout.readline().decode().rpartition(":")[2])
            growth = asyncio.run(
                _attack(port, served.pid, options.frames, options.seed, options.write)
            )
            alive = served.poll() is None
        finally:
            served.kill()
    return 0 if alive and growth < GROWTH_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
