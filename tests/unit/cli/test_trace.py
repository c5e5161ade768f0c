"""`trace` on a store that somebody else wrote."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from bridge.agent import trace_store
from bridge.agent.trace_rows import Part
from bridge.cli.main import run as command
from bridge.cli.trace import limit_of
from bridge.core.errors import UsageError
from bridge.daemon.loop import run_on_loop
from bridge.daemon.rendezvous import only_daemon
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.traced_events import ended, refused, started, step

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("main", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "bridge.toml").write_text(
        '[servers.main]\ndirectory = "main"\n[servers.two]\ndirectory = "two"\n'
    )
    return tmp_path


def part(number: int, run: str, *, server: str = "main", over: bool = True) -> Part:
    return Part(
        number=number,
        started=started(run, server=server),
        ended=ended(run) if over else None,
        missing=0,
        first=0,
        steps=(step(run), refused(run)),
    )


def put(root: Path, *parts: Part) -> None:
    async def write() -> None:
        async with (
            Database.open(root / "state" / "bridge.db", clock=FakeClock()) as db,
            db.write() as tx,
        ):
            await trace_store.put(tx, parts)

    run_on_loop(write())


def trace(root: Path, *words: str) -> int:
    return command(["trace", "--config", str(root / "bridge.toml"), *words])


def listed(root: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert trace(root, "--json", *words) == 0
    return json.loads(capsys.readouterr().out)


def test_without_a_store_there_is_no_run_and_none_is_made(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listed(root, capsys) == []
    assert trace(root) == 0
    assert not (root / "state" / "bridge.db").exists()


def test_all_that_is_kept_newest_first(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root, part(1, "aa01"), part(2, "aa02", server="two"), part(3, "bb01"))
    runs = listed(root, capsys)
    assert [run["run"] for run in runs] == ["bb01", "aa02", "aa01"]
    assert [each["reason"] for each in runs[0]["steps"]] == [None, "budget: toolCalls"]
    assert [run["run"] for run in listed(root, capsys, "--limit", "2")] == ["bb01", "aa02"]
    assert [run["run"] for run in listed(root, capsys, "--server", "main")] == ["bb01", "aa01"]


def test_one_run_by_how_it_begins(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root, part(1, "aa01"), part(2, "aa02"), part(3, "bb01"))
    assert [run["run"] for run in listed(root, capsys, "b")] == ["bb01"]
    assert trace(root, "b") == 0
    head, *steps = capsys.readouterr().out.splitlines()
    assert "bb01  Mara  system:reasoning  free" in head
    assert [line[:4] for line in steps] == ["    ", "    "]
    assert "modelCalls 4>3" in steps[0]


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("nothing", "no run is called 'nothing'\n"),
        ("aa", "2 runs begin with 'aa': aa02, aa01\n"),
    ],
)
def test_a_run_that_cannot_be_told_is_one_line(
    root: Path, capsys: pytest.CaptureFixture[str], word: str, problem: str
) -> None:
    put(root, part(1, "aa01"), part(2, "aa02"))
    assert trace(root, word) == 1
    assert capsys.readouterr().err == problem


def test_without_a_daemon_what_is_open_is_lost(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(root, part(1, "aa01", over=False))
    assert listed(root, capsys)[0]["outcome"] == "lost"
    with only_daemon(root / "state"):
        assert listed(root, capsys)[0]["outcome"] == "running"


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "1.5", "٣", "9" * 5000])
def test_a_limit_is_a_number_of_runs(text: str) -> None:
    with pytest.raises(UsageError, match="--limit takes a number"):
        limit_of(text)


def test_a_wrong_limit_or_server_is_wrong_usage(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(root, part(1, "aa01"))
    assert trace(root, "--limit", "none") == 2
    assert trace(root, "--server", "three") == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_what_ended_is_followed_to_its_end(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root, part(1, "aa01"), part(2, "bb01"))
    assert trace(root, "aa01", "--follow") == 0
    head, *steps = capsys.readouterr().out.splitlines()
    assert "answered" in head
    assert [line.split()[:2] for line in steps] == [["aa01", "1"], ["aa01", "2"]]


def test_following_nothing_says_why(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trace(root, "--follow") == 1
    assert "no daemon has run here yet" in capsys.readouterr().err


@pytest.mark.parametrize("json_lines", [False, True])
def test_following_tells_what_comes_until_ctrl_c(root: Path, json_lines: bool) -> None:
    put(root, *(part(number, f"a{number:02}") for number in range(1, 13)))
    arguments = ["trace", "--config", str(root / "bridge.toml"), "--follow"]
    arguments += ["--json"] if json_lines else []
    with subprocess.Popen(
        [sys.executable, "-m", "bridge", *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        too_late = threading.Timer(20, process.kill)
        too_late.start()
        assert process.stdout is not None
        told = [process.stdout.readline()]
        put(root, part(13, "new1", over=False))
        put(root, part(14, "new2"))
        while "new2" not in told[-1]:
            told.append(process.stdout.readline())
            assert told[-1], "it ended by itself"
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait() == 0
        too_late.cancel()
    assert "a03" in told[0], "it begins with the newest ten"
    if json_lines:
        assert [json.loads(line)["run"] for line in told[-2:]] == ["a12", "new2"]
    else:
        assert [line.split()[-1] for line in told if " new1 " in line][:1] == ["running"]
