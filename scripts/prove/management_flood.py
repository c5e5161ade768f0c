"""A million frames from a management server to a client in another process, and what stays there.

    .venv/bin/python -m scripts.prove.management_flood [--frames N] [--loop asyncio|uvloop]

Fails when an event is lost, the client does not answer afterwards, or it has grown by 5 MB or
more. The growth is counted from after a hundredth of the frames, when every kind was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from time import perf_counter

import uvloop

from bridge.core.actors import Player
from bridge.core.events import Stopping
from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.management import ManagementClient
from bridge.minecraft.transports.management_endpoint import Endpoint
from scripts.prove.section import put_section
from tests.peers.management_flood import KINDS, MEANT, flood
from tests.peers.management_server import SECRET, Certificates, ManagementPeer

GROWTH_BYTES = 5_000_000
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
GREETING_EVENTS = 4


async def _listen(port: int) -> None:
    """The client's process: a line when it is up, and one at each `stopping`: events, memory."""
    endpoint = Endpoint(host="127.0.0.1", port=port, tls=True, secret=SECRET)
    client = ManagementClient(
        endpoint=lambda: endpoint,
        clock=SystemClock(),
        on_state=lambda state: print(state, flush=True),
    )
    async with client.running():
        events = 0
        async for event in client.events():
            if isinstance(event, Stopping):
                await client.tell(Player(name="Mara"), "still here")
                print(events, _resident(), flush=True)
                events = 0
            else:
                events += 1


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


async def _prove(frames: int, loop: str, write: Path | None) -> bool:
    peer = ManagementPeer(tls=Certificates("127.0.0.1").context)
    async with peer.running():
        command = ("-m", "scripts.prove.management_flood", "--listen", str(peer.port))
        client = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--loop", loop, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert client.stdout is not None
            await client.stdout.readline()
            first, before = await _round(peer, client, frames // 100)
            started = perf_counter()
            second, after = await _round(peer, client, frames)
            seconds = perf_counter() - started
        finally:
            client.kill()
            await client.wait()
    expected = (frames // 100 // KINDS * MEANT + GREETING_EVENTS, frames // KINDS * MEANT)
    growth = after - before
    text = (
        f"{frames:,} frames over TLS in {seconds:.1f} s ({loop}): {second:,} events of "
        f"{expected[1]:,} taken, a player is answered afterwards. Memory {before / 1e6:.1f} MB "
        f"before, {growth / 1e6:+.2f} MB after."
    )
    print(text)
    if write:
        put_section(write, "management_flood", "A management server's flood is bounded", text)
    answered = len(peer.shown) == 2 and not peer.broadcasts
    return (first, second) == expected and answered and growth < GROWTH_BYTES


async def _round(
    peer: ManagementPeer, client: asyncio.subprocess.Process, frames: int
) -> tuple[int, int]:
    await flood(peer, frames)
    await peer.notify("server/stopping")
    assert client.stdout is not None
    events, resident = (await client.stdout.readline()).split()
    return int(events), int(resident)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--loop", choices=LOOPS, default="uvloop")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--listen", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=LOOPS[options.loop]) as runner:
        if options.listen:
            runner.run(_listen(options.listen))
        return 0 if runner.run(_prove(options.frames, options.loop, options.write)) else 1


if __name__ == "__main__":
    sys.exit(main())
