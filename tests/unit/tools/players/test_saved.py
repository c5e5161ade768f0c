"""Players' files of a world."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from typing_extensions import override

from bridge.minecraft import nbt
from bridge.tools.players.saved import SavedPlayers
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

MARA = UUID(int=1)


class Clock(FakeClock):
    """Pauses pass at once."""

    @override
    async def sleep(self, seconds: float) -> None:
        del seconds


def write(path: Path, content: bytes, at: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (at, at))


@pytest.mark.parametrize("folder", ["playerdata", "players/data"])
async def test_a_saved_state_has_its_age_and_survives_half_a_file(
    tmp_path: Path, folder: str
) -> None:
    clock = Clock()
    now = clock.now().timestamp()
    saved = SavedPlayers(lambda: tmp_path, clock=clock)
    assert await saved.condition(MARA) is None
    path = tmp_path / folder / f"{MARA}.dat"
    whole = nbt.write({"Health": nbt.Float(8.0), "XpLevel": 4})
    write(path, whole, now - 30)
    found = await saved.condition(MARA)
    assert found is not None
    assert (found.health, found.level, found.live, found.age) == (8.0, 4, False, 30)
    write(path, whole[:20], now)
    torn = await saved.condition(MARA)
    assert torn is not None
    assert (torn.health, torn.age) == (8.0, 30)
    path.unlink()
    assert await saved.condition(MARA) is None


async def test_statistics_and_advancements_are_one_record(tmp_path: Path) -> None:
    clock = Clock()
    now = clock.now().timestamp()
    saved = SavedPlayers(lambda: tmp_path, clock=clock)
    assert (await saved.record(MARA)).age is None
    stats = {"stats": {"minecraft:custom": {"minecraft:deaths": 2}}}
    write(tmp_path / "stats" / f"{MARA}.json", json.dumps(stats).encode(), now - 9)
    done: dict[str, object] = {"m:a": {"done": True, "criteria": {}}}
    write(tmp_path / "advancements" / f"{MARA}.json", json.dumps(done).encode(), now - 4)
    record = await saved.record(MARA)
    assert (record.deaths, record.advancements, record.age) == (2, ("m:a",), 9)
    write(tmp_path / "stats" / f"{MARA}.json", b'{"stats": ', now)
    assert (await saved.record(MARA)).deaths == 2
    write(tmp_path / "stats" / f"{MARA}.json", b"[" * 100_000, now + 1)
    assert (await saved.record(MARA)).deaths == 2
