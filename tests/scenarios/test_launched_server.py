"""The real daemon with a server that it launches; `scripts/prove/wrapper.py` kills more of both."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.transports.child_survivor import started
from scripts.prove.wrapper import (
    ATTACHED,
    CRASHED,
    LAST_WORDS,
    PATIENCE,
    READY,
    SERVER,
    configure,
    daemon,
    noted,
    prove,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")


@pytest.mark.parametrize(
    ("killed", "kills", "attached"),
    [("the server", 1, 0), ("the daemon", 2, 1), ("both", 1, 0)],
)
async def test_whoever_is_killed_there_is_one_server_again(
    killed: str, kills: int, attached: int
) -> None:
    outcome = await prove(killed, kills)
    assert outcome.kills == kills
    assert outcome.attached >= attached


async def test_a_server_that_somebody_launched_is_attached_to_and_left_alone(
    tmp_path: Path,
) -> None:
    configure(tmp_path)
    theirs = await asyncio.create_subprocess_exec(
        *(sys.executable, "-S", SERVER),
        cwd=tmp_path,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert theirs.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while READY.encode() not in await theirs.stdout.readline():
                pass
        async with daemon(tmp_path) as ours:
            await ours.until(f"a server has the world open already (process {theirs.pid})")
            await ours.stop()
        assert theirs.returncode is None
        await theirs.communicate(b"stop\n")
    finally:
        if theirs.returncode is None:
            theirs.kill()
            await theirs.wait()
    assert noted(tmp_path, "started") == [theirs.pid]
    assert not noted(tmp_path, "refused")


async def test_a_crash_is_told_with_its_exit_code_and_the_longer_pauses(tmp_path: Path) -> None:
    configure(tmp_path, "--code", "3")
    async with daemon(tmp_path) as running:
        await running.until(CRASHED.replace("137", "3"))
        await running.until("the server crashed (exit code 3); it is launched again in 2 s")
        await running.stop()
    assert len(noted(tmp_path, "started")) == 2


async def test_a_server_that_does_not_stop_is_told_by_the_next_means(tmp_path: Path) -> None:
    """Asked to stop a second time the daemon does not wait for `stop_timeout`."""
    configure(tmp_path, "--deaf")
    async with daemon(tmp_path) as running:
        await running.until(READY)
        for means in ("stopping the server", "SIGTERM", "SIGKILL"):
            running.process.terminate()
            await running.until(means)
        async with asyncio.timeout(PATIENCE):
            assert await running.process.wait() == 0
    assert not noted(tmp_path, "saved")


async def test_a_server_that_outlives_a_killed_daemon_gets_no_second_one(tmp_path: Path) -> None:
    configure(tmp_path, "--deaf")
    async with daemon(tmp_path) as first:
        await first.until(READY)
        (server,) = noted(tmp_path, "started")
        await first.kill()
    try:
        async with daemon(tmp_path) as second:
            await second.until(ATTACHED)
            await second.stop()
        async with daemon(tmp_path) as third:
            await third.until(ATTACHED)
            assert noted(tmp_path, "started") == [server]
            os.kill(server, signal.SIGKILL)
            await third.until(READY)
            assert len(noted(tmp_path, "started")) == 2
    finally:
        for process in noted(tmp_path, "started"):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
    assert not noted(tmp_path, "refused")


async def test_a_typed_stop_is_shown_to_its_end_and_no_crash(tmp_path: Path) -> None:
    configure(tmp_path)
    async with daemon(tmp_path, typing=True) as running:
        await running.until(READY)
        running.type("stop")
        await running.until(*LAST_WORDS, "the server stopped (exit code 0)")
        running.type("start")
        await running.until(READY)
        await running.stop()
    assert len(noted(tmp_path, "saved")) == 2


@pytest.mark.parametrize("options", ["", "--deaf"])
async def test_a_server_that_its_start_script_detached_is_stopped_with_the_daemon(
    tmp_path: Path, options: str
) -> None:
    """As `screen -dmS minecraft java ...` does: its own session, and no console of ours."""
    script = tmp_path / "start.sh"
    server = f'"{sys.executable}" -S "{SERVER}" {options}'
    script.write_text(f"#!/bin/sh\nsetsid {server} </dev/null >/dev/null 2>&1 &\n")
    script.chmod(0o755)
    configure(tmp_path, command=("./start.sh",))
    async with daemon(tmp_path) as running:
        await running.until("the server runs")
        async with asyncio.timeout(PATIENCE):
            while not noted(tmp_path, "started"):
                await asyncio.sleep(0)
        for means in ("stopping the server", "SIGTERM", *(["SIGKILL"] if options else [])):
            running.process.terminate()
            await running.until(means)
        async with asyncio.timeout(PATIENCE):
            assert await running.process.wait() == 0
    (process,) = noted(tmp_path, "started")
    assert started(process) is None
    assert bool(noted(tmp_path, "saved")) is not bool(options)
