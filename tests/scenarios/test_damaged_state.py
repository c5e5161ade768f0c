"""A store that cannot be written: nothing leaves uncounted, and what needs no store goes on."""

from __future__ import annotations

import errno
import resource
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.health import State
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE
from bridge.files import atomic
from tests.peers.model_server import KEY
from tests.scenarios.conftest import playing
from tests.scenarios.test_hostile_players import UNKNOWN, VARIABLE, crowd

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@contextmanager
def no_room(file: Path) -> Generator[None]:
    """No file of this process may grow beyond what `file` has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_without_room_no_call_is_made_and_it_is_told_until_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    async with crowd(tmp_path) as scene:
        await scene.says("Mara", f"{UNKNOWN} 1", "Choose one")
        health = scene.game.daemon.health
        with no_room(tmp_path / "state" / "server" / "bridge.db-wal"):
            for number in range(3):
                await scene.says("Mara", f"{UNKNOWN} full {number}", "an error on our side")
            await scene.says("Mara", "/quests storage", "Quests about")
            assert len(scene.model.requests) == 1
            assert health.links["store"].state is State.DOWN
            assert "bridge.db" in health.links["store"].why
            assert not health.ready
        await scene.says("Mara", f"{UNKNOWN} 2", "Choose one")
        assert health.ready
    assert scene.accounts.used == len(scene.model.requests) == 2


@pytest.mark.parametrize("damaged", [TOKEN_FILE, ADDRESS_FILE])
async def test_a_daemon_that_peers_cannot_find_answers_its_players_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str
) -> None:
    state = tmp_path / "state" / "server"
    state.mkdir(parents=True)
    replace = atomic.replace_file

    def full(path: Path, content: bytes) -> None:
        if path.name == damaged:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        replace(path, content)

    monkeypatch.setattr(atomic, "replace_file", full)
    if damaged == TOKEN_FILE:
        (state / TOKEN_FILE).touch()
    async with playing(tmp_path) as game:
        assert "Quests about" in await game.ask("/quests storage")
        link = game.daemon.health.links["socket"]
        assert link.state is State.DOWN
        assert link.why.startswith(str(state / damaged))
