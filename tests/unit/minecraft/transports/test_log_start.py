from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.transports import log_start
from bridge.minecraft.transports.log_file import LogFile
from bridge.minecraft.transports.log_start import find_start

if TYPE_CHECKING:
    from pathlib import Path

VERSION = b"Starting minecraft server version 1.20.1\n"
HEADERS = [
    b"[12:00:00] [Server thread/INFO]: ",
    b"[12:00:00 INFO]: ",
    b"[12:00:00] [main/INFO] (Minecraft) ",
    b"[03May2026 12:00:00.123] [Server thread/INFO] [net.minecraft.server.X/]: ",
    b"2012-10-10 12:00:00 [INFO] ",
]
FORGED = [
    b"[12:00:00] [Server thread/INFO]: <Mara> " + VERSION,
    b"[12:00:00] [Server thread/INFO]: [Mara] " + VERSION,
    b"[12:00:00] [Server thread/INFO]: * Mara " + VERSION,
    b"[12:00:00] [Server thread/INFO]: Mara was slain by x) " + VERSION,
    b"\t" + VERSION,
    VERSION,
]


def found(tmp_path: Path, content: bytes) -> int:
    path = tmp_path / "latest.log"
    path.write_bytes(content)
    log = LogFile(path)
    try:
        return find_start(log, log.size)
    finally:
        log.close()


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("end", [b"", b"\r"])
def test_the_last_start_is_found_in_every_layout(tmp_path: Path, header: bytes, end: bytes) -> None:
    start = header + VERSION.replace(b"\n", end + b"\n")
    content = b"old\n" + start + b"between\n" + start + b"after\n"
    assert found(tmp_path, content) == len(b"old\n" + start + b"between\n")


@pytest.mark.parametrize("forged", FORGED)
def test_what_a_player_says_is_no_start(tmp_path: Path, forged: bytes) -> None:
    start = HEADERS[0] + VERSION
    assert found(tmp_path, b"old\n" + start + b"x\n" + forged) == len(b"old\n")


def test_without_a_start_all_of_it_is_told(tmp_path: Path) -> None:
    assert found(tmp_path, b"a\nb\n") == 0
    assert found(tmp_path, b"") == 0


@pytest.mark.parametrize("step", [1, 7, 64, 100, 1000])
def test_a_start_across_two_steps_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr(log_start, "_STEP", step)
    before = b"a line before it, of some length\n" * 3
    content = before + HEADERS[0] + VERSION + b"a line after it\n" * 20
    assert found(tmp_path, content) == len(before)
    assert found(tmp_path, content + b"an unfinished line of more than some steps") == len(before)


def test_so_far_back_and_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_start, "_STEP", 100)
    monkeypatch.setattr(log_start, "_FURTHEST", 200)
    content = b"0123456789abcde\n" * 100
    start = found(tmp_path, content)
    assert len(content) - 200 <= start < len(content)
    assert start % 16 == 0
