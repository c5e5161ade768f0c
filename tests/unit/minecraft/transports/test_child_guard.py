"""The guard as the program that it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.minecraft.transports import child_guard
from bridge.minecraft.transports.child_survivor import started

GUARD = (sys.executable, "-I", "-S", str(Path(child_guard.__file__).resolve()))
SERVER = Path(__file__).parents[4] / "scripts" / "prove" / "wrapper_server.py"
PATIENCE = 20

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")


def guarded(tmp_path: Path, *command: str, daemon: int | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        (*GUARD, str(daemon or os.getpid()), str(tmp_path / "record"), *command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd=tmp_path,
    )


@pytest.mark.parametrize(
    ("script", "code"), [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137), ("kill $$", 143)]
)
def test_the_exit_code_is_the_servers(tmp_path: Path, script: str, code: int) -> None:
    with guarded(tmp_path, "/bin/sh", "-c", script) as guard:
        guard.communicate(timeout=PATIENCE)
        assert guard.returncode == code


@pytest.mark.parametrize(("command", "code"), [("/no/such", 127), ("/tmp", 126)])
def test_a_command_that_cannot_be_run_is_said(tmp_path: Path, command: str, code: int) -> None:
    with guarded(tmp_path, command) as guard:
        output, _ = guard.communicate(timeout=PATIENCE)
        assert output.startswith(command.encode())
        assert guard.returncode == code


def test_its_record_names_it_and_its_start(tmp_path: Path) -> None:
    with guarded(tmp_path, "/bin/cat") as guard:
        assert guard.stdin is not None
        assert guard.stdout is not None
        guard.stdin.write(b"x\n")
        guard.stdin.flush()
        assert guard.stdout.readline() == b"x\n"
        pid, start = map(int, (tmp_path / "record").read_text().split())
        assert pid == guard.pid
        assert start == started(pid)
        guard.communicate(timeout=PATIENCE)
    assert started(pid) is None


def test_it_does_not_start_a_server_of_a_daemon_that_is_gone(tmp_path: Path) -> None:
    with guarded(tmp_path, "/bin/echo", "started", daemon=1) as guard:
        output, _ = guard.communicate(timeout=PATIENCE)
        assert output == b""
    assert not (tmp_path / "record").exists()


@pytest.mark.parametrize("how", ["{}; true", "setsid {} & wait", "setsid sh -c '{}; true' &"])
def test_it_passes_sigterm_on_to_what_a_script_started_and_waits_for_it(
    tmp_path: Path, how: str
) -> None:
    script = how.format(f'"{sys.executable}" -S "{SERVER}" --mute')
    with guarded(tmp_path, "/bin/sh", "-c", script) as guard:
        assert guard.stdout is not None
        while b"Done" not in guard.stdout.readline():
            pass
        # Not by us: the daemon that launched it signals the whole group itself.
        subprocess.run(("/bin/kill", str(guard.pid)), check=True)
        output, _ = guard.communicate(timeout=PATIENCE)
        assert b"All dimensions are saved" in output
        assert guard.returncode in {0, 143}  # of the script: it may have ended long before
    assert (tmp_path / "saved").exists()


def test_what_it_starts_has_the_usual_signals(tmp_path: Path) -> None:
    show = "grep -E '^Sig(Blk|Ign):' /proc/self/status"
    with guarded(tmp_path, "/bin/sh", "-c", show) as guard:
        output, _ = guard.communicate(timeout=PATIENCE)
    masks = {line.split()[0]: int(line.split()[1], 16) for line in output.decode().splitlines()}
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
        assert not masks["SigBlk:"] >> (number - 1) & 1
        assert not masks["SigIgn:"] >> (number - 1) & 1


@pytest.mark.parametrize("full", [False, True])
def test_a_record_that_cannot_be_written_keeps_no_server_from_its_start(
    tmp_path: Path, full: bool
) -> None:
    if not full:
        (tmp_path / "record").mkdir()
    limit = "ulimit -f 0; exec" if full else "exec"
    words = (*GUARD, str(os.getpid()), str(tmp_path / "record"), "/bin/sh", "-c", "echo up; exit 3")
    told = subprocess.run(
        ("/bin/sh", "-c", f'{limit} "$@"', "sh", *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    problem, up = told.stdout.decode().splitlines()
    assert problem.startswith(f"{tmp_path}/record: ")
    assert (up, told.returncode) == ("up", 3)
    assert {each.name for each in tmp_path.iterdir()} <= {"record"}
