"""What goes wrong while the daemon runs is reported once, and the rest goes on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bridge.daemon import status
from bridge.daemon.clock import SystemClock
from bridge.daemon.health import State
from bridge.daemon.run import running
from tests.scenarios.conftest import PATIENCE, Game, settings_for

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    import pytest

    from bridge.daemon.wiring import Daemon

PROPERTIES = "enable-rcon=true\nrcon.port=1\nrcon.password=x\n"


@asynccontextmanager
async def alone(root: Path, properties: str) -> AsyncGenerator[Daemon]:
    """The daemon beside a folder with no server in it."""
    (root / "server").mkdir()
    (root / "server" / "server.properties").write_text(properties)
    async with running(settings_for(root), SystemClock()) as daemon:
        yield daemon


async def until(condition: Callable[[], bool]) -> None:
    """Return when `condition` holds; the loop turns meanwhile."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


def why(daemon: Daemon, link: str) -> str:
    """What `status` says of a link that is down; "" when it is up."""
    condition = daemon.health.links[link]
    return "" if condition.state is State.UP else condition.why


def warnings(caplog: pytest.LogCaptureFixture, word: str) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.WARNING and word in record.getMessage()
    ]


async def test_rcon_off_says_what_to_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with alone(tmp_path, "enable-rcon=false\n") as daemon:
        await until(lambda: "RCON is off" in why(daemon, "rcon"))
        assert "set enable-rcon=true and rcon.password" in why(daemon, "rcon")
        assert not daemon.health.ready
    assert len(warnings(caplog, "RCON is off")) == 1


async def test_a_server_that_is_not_there_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with alone(tmp_path, PROPERTIES) as daemon:
        await until(lambda: why(daemon, "rcon") not in {"", "not started yet"})
        await until(lambda: "is not there" in why(daemon, "log"))
    assert len(warnings(caplog, "rcon: down")) == 1
    assert len(warnings(caplog, "log: down")) == 1


async def test_a_log_that_cannot_be_read_is_told_and_read_when_it_can_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "server" / "logs" / "latest.log").mkdir(parents=True)
    (tmp_path / "server" / "server.properties").write_text(PROPERTIES)
    async with running(settings_for(tmp_path), SystemClock()) as daemon:
        await until(lambda: "is no file" in why(daemon, "log"))
        (tmp_path / "server" / "logs" / "latest.log").rmdir()
        (tmp_path / "server" / "logs" / "latest.log").touch()
        await until(lambda: daemon.health.links["log"].state is State.UP)
    assert len(warnings(caplog, "is no file")) == 1


async def test_a_wrong_password_is_told_apart_and_a_right_one_is_found(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    game.server.change_password("another")
    properties = game.server.directory / "server.properties"
    stale = properties.read_text().replace("rcon.password=another", "rcon.password=stale")
    properties.write_text(stale)
    await game.server.drop_rcon()
    await until(lambda: "password" in why(game.daemon, "rcon"))
    properties.write_text(stale.replace("rcon.password=stale", "rcon.password=another"))
    await until(lambda: game.daemon.health.ready)
    assert "What you can ask" in await game.ask("/help")
    assert len(warnings(caplog, "password")) == 1


async def test_a_server_that_restarts_is_answered_again(game: Game) -> None:
    await game.server.restart()
    await game.server.join("Mara")
    await until(lambda: game.daemon.health.ready)
    assert "What you can ask" in await game.ask("/help")


async def test_a_broken_chapter_is_one_line_with_its_position_and_the_rest_is_there(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    chapter = game.server.directory / "config/ftbquests/quests/chapters/farming.snbt"
    await game.ask("/quests storage")
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(text[: len(text) // 2], encoding="utf-8")
    await until(lambda: bool(warnings(caplog, "farming.snbt")))
    assert "Storage Basics" in await game.ask("/quests storage")
    await game.daemon.reload()
    (line,) = warnings(caplog, "farming.snbt")
    assert "chapters/farming.snbt:" in line
    assert line.split("farming.snbt:")[1].split(":")[0].isdecimal()


async def test_invalid_utf8_and_an_endless_line_leave_the_next_line_alone(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    log = game.server.directory / "logs" / "latest.log"
    with log.open("ab") as file:
        file.write(b"[12:00:00] [Server thread/INFO]: <Mara> @ai \xff\xfe\xd2\xd1\n")
        file.write(b"[12:00:00] [Server thread/INFO]: <Mara> @ai " + b"x" * 70_000 + b"\n")
        file.write(b"[12:00:00] [Server thread/INFO]: <Mara> @ai " + b"y" * 70_000 + b"\n")
    await until(lambda: status.as_json(game.daemon)["skippedLines"] == 2)
    assert "What you can ask" in await game.ask("/help") or await game.ask("/help")
    assert len(warnings(caplog, "over 64 KiB")) == 1


async def test_an_error_of_ours_is_logged_whole_and_the_player_is_told(
    game: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(game.daemon.servers[0].library), "shelf", broken)
    assert "an error on our side" in await game.ask("/quests storage")
    assert [record for record in caplog.records if record.exc_info]
    assert "What you can ask" in await game.ask("/help")


async def test_a_second_daemon_on_one_port_works_and_says_where_it_listens(
    game: Game, tmp_path: Path
) -> None:
    taken = (game.daemon.settings.state_directory / "socket.address").read_text().strip()
    settings = settings_for(tmp_path).with_server(tmp_path / "server", "state/other")
    listening = settings.listening_at(taken)
    async with running(listening, SystemClock()) as second:
        socket = second.health.links["socket"]
        assert socket.state is State.UP
        assert f"since it cannot listen at {taken}" in socket.why
        await until(lambda: second.health.ready)
