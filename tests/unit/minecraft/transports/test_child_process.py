"""One process with its pipes, on both event loops."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import LinkError
from bridge.daemon.loop import run_on_loop
from bridge.minecraft.transports import child_process
from bridge.minecraft.transports.child_process import Launch, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")

LOOPS = pytest.mark.parametrize("run", [asyncio.run, run_on_loop], ids=["asyncio", "fastest"])


def launch(directory: Path, *command: str) -> Launch:
    return Launch(
        command=command, directory=directory, record=directory / "record", world=lambda: directory
    )


@LOOPS
def test_lines_go_in_and_out_and_the_code_is_told(
    tmp_path: Path, run: Callable[[Coroutine[None, None, None]], None]
) -> None:
    async def talk() -> None:
        lines: list[bytes] = []
        script = "read a; echo $a; echo wrong >&2; printf half; exit 5"
        process = await ServerProcess.spawn(launch(tmp_path, "/bin/sh", "-c", script), lines.extend)
        process.write("你好\n".encode())
        async with asyncio.timeout(20):
            assert await process.ended() == 5
        assert lines == ["你好".encode(), b"wrong", b"half"]
        assert process.has_ended
        process.signal(signal.SIGKILL)  # what has ended is signalled no more
        with pytest.raises(LinkError):
            process.write(b"late\n")

    run(talk())


@LOOPS
def test_a_signal_reaches_the_whole_group(
    tmp_path: Path, run: Callable[[Coroutine[None, None, None]], None]
) -> None:
    async def kill() -> None:
        script = "/bin/cat; exit 3"
        process = await ServerProcess.spawn(
            launch(tmp_path, "/bin/sh", "-c", script), lambda _: None
        )
        process.signal(signal.SIGKILL)
        async with asyncio.timeout(20):
            assert await process.ended() == 137

    run(kill())


async def test_a_server_that_does_not_read_is_not_written_to_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "MOST_UNREAD", 1000)
    process = await ServerProcess.spawn(launch(tmp_path, "/bin/sleep", "1000"), lambda _: None)
    process.write(b"x" * 100_000 + b"\n")  # a pipe holds 64 KiB
    with pytest.raises(LinkError, match="does not read"):
        process.write(b"x\n")
    process.signal(signal.SIGKILL)
    async with asyncio.timeout(20):
        await process.ended()


async def test_what_cannot_be_launched_is_said(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="cannot be launched"):
        await ServerProcess.spawn(launch(tmp_path / "none" / "deeper", "a\0b"), lambda _: None)
