from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from typing_extensions import override

from bridge.core.errors import ReadError
from bridge.files.steady import Broken, Good, Stale, SteadyFile
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Patient(FakeClock):
    """Its sleeps take no time to wait for, and may do something meanwhile."""

    def __init__(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.meanwhile = meanwhile
        self.sleeps = 0

    @override
    async def sleep(self, seconds: float) -> None:
        self.sleeps += 1
        self.advance(seconds)
        self.meanwhile()
        await asyncio.sleep(0)


def parse(content: bytes) -> Any:
    return json.loads(content)


async def test_a_good_file_is_read_at_once(tmp_path: Path) -> None:
    clock = Patient()
    path = tmp_path / "a.json"
    path.write_text("[1]")
    assert await SteadyFile(path, parse, clock=clock).read() == Good([1])
    assert clock.sleeps == 0


async def test_a_half_written_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[1,")
    clock = Patient(lambda: path.write_text("[1, 2]"))
    assert await SteadyFile(path, parse, clock=clock).read() == Good([1, 2])
    assert clock.sleeps == 1


async def test_after_the_last_attempt_the_last_good_one_is_kept_with_its_age(
    tmp_path: Path,
) -> None:
    clock = Patient()
    path = tmp_path / "a.json"
    path.write_text("[1]")
    file = SteadyFile(path, parse, clock=clock)
    await file.read()
    path.write_text("[1,")
    clock.advance(10.0)
    result = await file.read()
    assert isinstance(result, Stale)
    assert result.value == [1]
    assert result.age == pytest.approx(10.2)
    assert "Expecting value" in result.problem
    assert not result.missing
    path.write_text("[2]")
    assert await file.read() == Good([2])


async def test_a_file_that_never_was_good_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("")
    result = await SteadyFile(path, parse, clock=Patient()).read()
    assert isinstance(result, Broken)


async def test_our_own_errors_are_the_problem_too(tmp_path: Path) -> None:
    def refuse(_content: bytes) -> None:
        raise ReadError("no", file="a.dat", offset=7)

    (tmp_path / "a").write_bytes(b"x")
    result = await SteadyFile(tmp_path / "a", refuse, clock=Patient()).read()
    assert result == Broken("a.dat:byte 7: no")


async def test_a_missing_file_is_not_waited_for(tmp_path: Path) -> None:
    clock = Patient()
    file = SteadyFile(tmp_path / "a", parse, clock=clock)
    assert await file.read() == Broken("there is no such file", missing=True)
    (tmp_path / "a").write_text("1")
    await file.read()
    (tmp_path / "a").unlink()
    assert await file.read() == Stale(1, 0.0, "there is no such file", missing=True)
    assert clock.sleeps == 0


async def test_a_directory_in_its_place_is_a_problem(tmp_path: Path) -> None:
    assert await SteadyFile(tmp_path, parse, clock=Patient()).read() == Broken(
        "is no file but a folder, a pipe or a device"
    )


async def test_what_parses_while_it_is_being_written_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")
    writes = iter(["12", "123"])

    def parse_slowly(content: bytes) -> int:
        if (more := next(writes, None)) is not None:
            path.write_text(more)
        return int(content)

    clock = Patient()
    assert await SteadyFile(path, parse_slowly, clock=clock).read() == Good(123)
    assert clock.sleeps == 2


async def test_a_file_that_never_stands_still_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")

    def parse_slowly(content: bytes) -> int:
        path.write_bytes(content + b"1")
        return int(content)

    result = await SteadyFile(path, parse_slowly, clock=Patient()).read()
    assert result == Broken("it is being written without a pause")
