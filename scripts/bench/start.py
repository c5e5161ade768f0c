"""From exec to `status` exit 0, the memory a minute later, and how long each reading command takes.

The daemon runs beside a folder with the 499-quest Arbor book, the web page off; RCON is answered by
the demo server's sibling in `first_answer.py`. Each command runs once uncounted, then in turn with
the others, so that what else the machine does falls on all alike.

    python scripts/bench/start.py [--settle 60] [--rounds 10]

Exit code 1 when the best of five starts takes 1 s or more, when memory (RSS of the daemon and its
children) is 80 MB or more, or when the median of a reading command is 0.5 s or more.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
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
TO_A_DAEMON = (
    "status",
    "status --json",
    "access show",
    "access log",
    "access defaults",
    "ai default",
)
BY_ITSELF = (
    "--version",
    "--help",
    "quests list --help",
    "access show",
    "access log",
    "access defaults",
    "ai default",
    "access evaluate",
    "route --json",
    "log parse",
    "quests list --all --json",
    "quests list",
    "quests find steam",
    "quests show 2FD75E4BD95F6645",
)
INPUT = {
    "access evaluate": '{"default": "free", "host": false, "modelConfigured": true}',
    "route --json": "what quests are there about storage?",
    "log parse": "[12:00:00] [Server thread/INFO]: <Mara> hi",
}
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


def reading(config: Path, lines: Sequence[str], rounds: int) -> dict[str, list[float]]:
    """The seconds of each command in each round; raises CalledProcessError when one fails."""
    seconds: dict[str, list[float]] = {line: [] for line in lines}
    for number in range(rounds + 1):
        for line in lines:
            # `ai` reads no option after its words, `--version` and `--help` need none.
            first, *others = line.split()
            common = [] if first.startswith("--") else ["--config", str(config)]
            begun = time.perf_counter()
            subprocess.run(
                [*BRIDGE, first, *common, *others],
                input=INPUT.get(line, "").encode(),
                check=True,
                capture_output=True,
            )
            if number:
                seconds[line].append(time.perf_counter() - begun)
    return seconds


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
    middle = statistics.median(seconds)
    print(f"{name:40} best {min(seconds):.3f} s  median {middle:.3f} s  worst {max(seconds):.3f} s")


def measure(settle: float, rounds: int) -> int:
    """Run it all; the exit code."""
    if sys.dont_write_bytecode:
        print("Python keeps no bytecode here (PYTHONDONTWRITEBYTECODE): each run compiles anew.")
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
            asked = reading(config, TO_A_DAEMON, rounds)
        finally:
            stopped(process)
        alone = reading(config, BY_ITSELF, rounds)
    row("exec to `status` exit 0", starts)
    row("SIGTERM to exit", stops)
    for line, seconds in asked.items():
        row(f"`{line}`, to a daemon", seconds)
    for line, seconds in alone.items():
        row(f"`{line}`", seconds)
    print(f"{'memory after ' + format(settle, 'g') + ' s':40} {memory:.1f} MB")
    slowest = max(statistics.median(seconds) for seconds in (*asked.values(), *alone.values()))
    good = min(starts) < START_S and max(stops) < START_S and memory < MEMORY_MB
    return 0 if good and slowest < COMMAND_S else 1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--settle", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    if not BOOK.is_dir():
        print(f"skipped: {BOOK} is not there")
        return 0
    return measure(options.settle, options.rounds)


if __name__ == "__main__":
    sys.exit(main())
