from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from bridge.doctor import program
from bridge.doctor.finding import Verdict
from bridge.settings.loading import parse
from bridge.settings.snapshot import Settings
from bridge.storage.database import Database
from bridge.storage.migrations import MIGRATIONS
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

KEY = "sk-a-key-that-nobody-may-see"
VARIABLE = "A_VARIABLE_OF_TESTS"


def settings(root: Path, text: str = "") -> Settings:
    return Settings(parse(text, file=""), root=root, path=None)


def test_a_configuration_is_checked_beyond_its_schema(tmp_path: Path) -> None:
    (finding,) = program.configuration(settings(tmp_path))
    assert (finding.verdict, "no game server" in finding.text) == (Verdict.BROKEN, True)
    text = f'[servers.a]\ndirectory = "{tmp_path}"\nrestart = "always"\n'
    good, note = program.configuration(settings(tmp_path, text))
    assert (good.verdict, note.verdict) == (Verdict.OK, Verdict.WARNING)
    assert "without launch" in note.text


async def test_a_store_is_told_whatever_it_is(tmp_path: Path) -> None:
    mine = settings(tmp_path)
    found = await program.store(mine)
    assert (found.verdict, "first start" in found.text) == (Verdict.OK, True)
    assert not mine.database.parent.exists()
    async with Database.open(mine.database, clock=FakeClock(), migrations=MIGRATIONS[:1]):
        pass
    found = await program.store(mine)
    assert (found.verdict, "forward" in found.text) == (Verdict.OK, True)
    mine.database.write_bytes(b"broken" * 999)
    assert (await program.store(mine)).verdict is Verdict.BROKEN


def model_file(root: Path, **values: object) -> Settings:
    folder = root / "config" / "system"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "system-model.json").write_text(json.dumps(values))
    return settings(root)


async def test_a_model_is_reached_and_its_key_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    assert "none" in (await program.model(settings(tmp_path), clock)).text

    async def taken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.read() == b""  # nothing is asked of it
        writer.close()

    async with await asyncio.start_server(taken, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        mine = model_file(
            tmp_path, baseUrl=f"http://127.0.0.1:{port}/v1", model="m", apiKeyEnv=VARIABLE
        )
        monkeypatch.delenv(VARIABLE, raising=False)
        found = await program.model(mine, clock)
        assert (found.verdict, "no key" in found.text) == (Verdict.WARNING, True)
        monkeypatch.setenv(VARIABLE, KEY)
        found = await program.model(mine, clock)
        assert (found.verdict, "its key is set" in found.text) == (Verdict.OK, True)
        assert KEY not in repr(found)
    found = await program.model(mine, clock)
    assert (found.verdict, KEY in repr(found)) == (Verdict.WARNING, False)


async def test_a_wrong_file_is_told_with_its_line(tmp_path: Path) -> None:
    found = await program.model(model_file(tmp_path, nonsense=1), FakeClock())
    assert found.verdict is Verdict.BROKEN
    assert "system-model.json:1: nonsense" in found.text
    found = await program.model(model_file(tmp_path, baseUrl="ftp://x", model="m"), FakeClock())
    assert found.verdict is Verdict.WARNING


def test_the_zone_of_a_day_is_told(tmp_path: Path) -> None:
    mine = settings(tmp_path, '[state]\ntimezone = "Asia/Shanghai"\n')
    assert program.time_zone(mine, FakeClock()).text == "Asia/Shanghai, where it is 20:00 now"
