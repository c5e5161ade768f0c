"""From exec to `status` exit 0, the memory a minute later, and how long a reading command takes.

The daemon runs beside a folder with the 499-quest Arbor book, the web page off; RCON is answered by
the demo server's sibling in `first_answer.py`.

    python scripts/bench/start.py [--settle 60]

Exit code 1 when the best of five starts takes 1 s or more, when memory (RSS of the daemon and its
children) is 80 MB or more, or when a reading command takes 0.5 s or more (best of five).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from first_answer import BOOK, Game

if TYPE_CHECKING:
    from collections.abc import Sequence

START_S, MEMORY_MB, COMMAND_S = 1.0, 80.0, 0.5
BRIDGE = [str(Path(sys.executable).with_name("system-bridge"))]


def prepared(temporary: Path, game: Game) -> Path:
    """A server's folder and a configuration for it; the configuration's path."""
    directory = temporary / "server"
    shutil.copytree(BOOK, directory)
    (directory / "server.properties").write_text(
        f"enable-rcon=true\nrcon.port={game.port}\nrcon.password=bench\nlevel-name=world\n"
    )
    (directory / "logs").mkdir()
    (directory / "logs" / "latest.log").write_text(
        "[12:00:00] [Server thread/INFO]: Starting minecraft server version 1.20.1\n"
    )
    config = temporary / "bridge.toml"
    config.write_text(
        f'[servers.main]\ndirectory = "{directory}"\n[socket]\nlisten = "127.0.0.1:0"\n'
        '[web]\nlisten = ""\n'
    )
    return config


def command(config: Path, *words: str) -> float:
    """The seconds that a command takes; raises CalledProcessError when it fails."""
    begun = time.perf_counter()
    subprocess.run([*BRIDGE, *words, "--config", str(config)], check=True, capture_output=True)
    return time.perf_counter() - begun


def started(config: Path, log: Path) -> tuple[subprocess.Popen[bytes], float]:
    """A daemon, and the seconds from its exec until a `status` has exited with 0.

    `status` is asked again and again, as a script would; its own time is part of the figure.
    """
    with log.open("ab") as errors:
        begun = time.perf_counter()
        process = subprocess.Popen([*BRIDGE, "run", "--config", str(config)], stderr=errors)
    while time.perf_counter() - begun < 20:
        asked = subprocess.run(
            [*BRIDGE, "status", "--config", str(config)], check=False, capture_output=True
        )
        if asked.returncode == 0:
            return process, time.perf_counter() - begun
    process.kill()
    raise subprocess.TimeoutExpired("status", 20)


def stopped(process: subprocess.Popen[bytes]) -> float:
    """Seconds from SIGTERM to exit code 0."""
    begun = time.perf_counter()
    process.terminate()
    assert process.wait(10) == 0
    return time.perf_counter() - begun


def resident(pid: int) -> float:
    """MB of memory of a process and its children."""
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        pids.extend(int(child) for child in (task / "children").read_text().split())
    page = os.sysconf("SC_PAGE_SIZE")
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in pids)
    return pages * page / 1e6


def row(name: str, seconds: Sequence[float]) -> None:
    """Print the figures of one quantity."""
    print(f"{name:30} best {min(seconds):6.3f} s  worst {max(seconds):6.3f} s")


def measure(settle: float) -> int:
    """Run it all; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder)
        config = prepared(temporary, Game())
        starts: list[float] = []
        stops: list[float] = []
        for _ in range(5):
            process, seconds = started(config, temporary / "daemon.log")
            starts.append(seconds)
            stops.append(stopped(process))
        process, _ = started(config, temporary / "daemon.log")
        try:
            time.sleep(settle)
            memory = resident(process.pid)
            reading = [command(config, "status") for _ in range(5)]
            listing = [command(config, "quests", "list", "--all", "--json") for _ in range(5)]
        finally:
            stopped(process)
    row("exec to `status` exit 0", starts)
    row("SIGTERM to exit", stops)
    row("`status`", reading)
    row("`quests list --all --json`", listing)
    print(f"{'memory after ' + format(settle, 'g') + ' s':30} {memory:.1f} MB")
    good = min(starts) < START_S and memory < MEMORY_MB and min(reading) < COMMAND_S
    return 0 if good and min(listing) < COMMAND_S and max(stops) < START_S else 1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--settle", type=float, default=60)
    options = parser.parse_args()
    if not BOOK.is_dir():
        print(f"skipped: {BOOK} is not there")
        return 0
    return measure(options.settle)


if __name__ == "__main__":
    sys.exit(main())
