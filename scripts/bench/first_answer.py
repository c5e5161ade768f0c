"""From a chat line in the log to the first byte of its `tellraw`, beside the bare log watch.

The daemon runs as its own process beside a folder with the 499-quest Arbor book; this process is
the game: it writes the log and answers RCON. The bare watch is a third process that does nothing
but wait for inotify and send one byte back. Requests and bare lines alternate.

    python scripts/bench/first_answer.py [--requests 1000] [--warmup 50]

Exit code 1 when p50 is 5 ms or more, or p99 20 ms or more.
"""

from __future__ import annotations

import argparse
import queue
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

ROOT = Path(__file__).parents[2]
BOOK = ROOT.parent / "shared" / "data" / "packs" / "Arbor-s-GTceu-Modern-Pack"
P50_MS, P99_MS = 5.0, 20.0
QUESTIONS = (
    "/quests steam",
    "what quests are there about circuits?",
    "/quests turbine",
    "有哪些关于 steam 的任务",
    "/help",
    "which quests are about coke ovens?",
)
MARA = b"0f2c1d3e-4b5a-4697-8879-6a5b4c3d2e1f"
WATCHER = """
import asyncio, socket, sys
from asyncinotify import Inotify, Mask
async def main():
    with Inotify() as inotify, socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as back:
        back.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        inotify.add_watch(sys.argv[1], Mask.MODIFY)
        back.send(b"+")
        async for _ in inotify:
            back.send(b".")
asyncio.run(main())
"""


class Game:
    """RCON as vanilla answers it, on a thread; the time of each `tellraw` goes into `answers`."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.answers: queue.SimpleQueue[float] = queue.SimpleQueue()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            peer, _ = self._listener.accept()
            threading.Thread(target=self._answer, args=(peer,), daemon=True).start()

    def _answer(self, peer: socket.socket) -> None:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with peer:
            while data := peer.recv(1460):
                at = time.perf_counter()
                _, ident, kind = struct.unpack("<iii", data[:12])
                body = data[12:-2].decode()
                reply = (
                    "There are 0 of a max of 20 players online: " if body.startswith("list") else ""
                )
                peer.sendall(packet(ident, 2 if kind == 3 else 0, reply))
                if body.startswith("tellraw"):
                    self.answers.put(at)


def packet(ident: int, kind: int, body: str) -> bytes:
    """One RCON packet."""
    data = body.encode()
    return struct.pack("<iii", len(data) + 10, ident, kind) + data + b"\0\0"


@contextmanager
def watcher(folder: Path) -> Generator[socket.socket]:
    """The bare watch of `folder`, as the socket on which it reports."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, "-c", WATCHER, str(folder), str(listener.getsockname()[1])]
        with subprocess.Popen(command) as process:
            back, _ = listener.accept()
            with back:
                back.recv(1)
                yield back
            process.terminate()


@contextmanager
def daemon(directory: Path, config: Path) -> Generator[None]:
    """The daemon beside `directory`, until its log says that all needed links are up."""
    config.write_text(
        f'[servers.main]\ndirectory = "{directory}"\n[socket]\nlisten = "127.0.0.1:0"\n'
        '[web]\nlisten = ""\n'
    )
    command = [sys.executable, "-m", "bridge", "run", "--config", str(config)]
    with (config.parent / "daemon.log").open("w") as log:
        process = subprocess.Popen(command, stderr=log, cwd=ROOT)
    try:
        ready(config)
        yield
    finally:
        process.terminate()
        process.wait(10)


def ready(config: Path) -> None:
    """Return when `status` says so; raises TimeoutExpired after ten seconds."""
    command = [sys.executable, "-m", "bridge", "status", "--config", str(config)]
    for _ in range(40):
        if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0:
            return
    raise subprocess.TimeoutExpired(command, 10)


def settle(game: Game) -> None:
    """Take the further messages of a card that needed several."""
    while True:
        try:
            game.answers.get(timeout=0.005)
        except queue.Empty:
            return


def percentile(values: Sequence[float], share: float) -> float:
    """By nearest rank."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line_of(name: str, seconds: Sequence[float]) -> str:
    """One row of the table, in milliseconds."""
    ms = [value * 1000 for value in seconds]
    return (
        f"{name:24} p50 {statistics.median(ms):7.3f}  p90 {percentile(ms, 0.9):7.3f}  "
        f"p99 {percentile(ms, 0.99):7.3f}  max {max(ms):7.3f}"
    )


def measure(requests: int, warmup: int) -> int:
    """Run it all; the exit code."""
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        directory = temporary / "server"
        shutil.copytree(BOOK, directory)
        game = Game()
        (directory / "server.properties").write_text(
            f"enable-rcon=true\nrcon.port={game.port}\nrcon.password=bench\nlevel-name=world\n"
        )
        (directory / "logs").mkdir()
        saves = directory / "world" / "ftbquests"
        saves.mkdir(parents=True)
        (saves / f"{MARA.decode()}.snbt").write_text("{ version: 1, task_progress: {} }\n")
        (temporary / "bare").mkdir()
        log = stack.enter_context((directory / "logs" / "latest.log").open("ab", buffering=0))
        log.write(
            b"[12:00:00] [Server thread/INFO]: Starting minecraft server version 1.20.1\n"
            b"[12:00:01] [User Authenticator #1/INFO]: UUID of player Mara is " + MARA + b"\n"
            b"[12:00:01] [Server thread/INFO]: Mara joined the game\n"
        )
        bare_log = stack.enter_context((temporary / "bare" / "log").open("ab", buffering=0))
        back = stack.enter_context(watcher(temporary / "bare"))
        stack.enter_context(daemon(directory, temporary / "bridge.toml"))
        answered: list[float] = []
        bare: list[float] = []
        for number in range(warmup + requests):
            question = QUESTIONS[number % len(QUESTIONS)]
            chat = f"[12:00:02] [Server thread/INFO]: <Mara> @ai {question}\n".encode()
            begun = time.perf_counter()
            log.write(chat)
            first = game.answers.get(timeout=5) - begun
            settle(game)
            begun = time.perf_counter()
            bare_log.write(chat)
            back.recv(1)
            seen = time.perf_counter() - begun
            if number >= warmup:
                answered.append(first)
                bare.append(seen)
    print(f"{requests} requests after {warmup}, milliseconds")
    print(line_of("chat line -> tellraw", answered))
    print(line_of("bare log watch", bare))
    p50 = statistics.median(answered) * 1000
    p99 = percentile(answered, 0.99) * 1000
    return 0 if p50 < P50_MS and p99 < P99_MS else 1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--warmup", type=int, default=50)
    options = parser.parse_args()
    if not BOOK.is_dir():
        print(f"skipped: {BOOK} is not there")
        return 0
    return measure(options.requests, options.warmup)


if __name__ == "__main__":
    sys.exit(main())
