"""The files of config/system: what is in force, and what a reload changes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.access.events import AccessEvent, CircumstancesChanged
from bridge.core.errors import ConfigurationError
from bridge.daemon.clock import SystemClock
from bridge.daemon.system_files import SystemFiles

if TYPE_CHECKING:
    from pathlib import Path


class Folder:
    """config/system, and what was announced of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.announced: list[AccessEvent] = []

    def write(self, name: str, content: object) -> None:
        text = content if isinstance(content, str) else json.dumps(content)
        (self.path / name).write_text(text, encoding="utf-8")

    def opened(self) -> SystemFiles:
        return SystemFiles(self.path, clock=SystemClock(), announce=self.announced.append)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


async def test_without_files_everything_is_as_documented(folder: Folder) -> None:
    files = folder.opened()
    assert files.agent.model_calls_per_player_day == 50
    assert not files.model_configured
    assert not (await files.reload()).refused
    assert folder.announced == []


def test_a_wrong_file_at_start_is_a_configuration_error(folder: Folder) -> None:
    folder.write("system-agent.json", '{\n"nonsense": 1}')
    with pytest.raises(ConfigurationError, match=r"system-agent.json:2: nonsense: unknown key"):
        folder.opened()


async def test_a_new_version_is_in_force_and_announced_once(folder: Folder) -> None:
    files = folder.opened()
    folder.write("system-agent.json", {"modelCallsPerPlayerDay": 9})
    assert not (await files.reload()).refused
    await files.reload()
    assert files.agent.model_calls_per_player_day == 9
    assert folder.announced == [CircumstancesChanged()]


async def test_a_wrong_one_is_refused_alone_and_told_once(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write("system-agent.json", {"modelCallsPerPlayerDay": 9})
    files = folder.opened()
    folder.write("system-agent.json", '{"modelCallsPerPlayerDay": 9,\n "requestsPerMinute": -1}')
    folder.write("system-model.json", {"baseUrl": "u", "model": "m", "apiKeyRequired": False})
    for _ in range(2):
        reloaded = await files.reload()
        assert reloaded.refused
        assert "system-agent.json:2: requestsPerMinute: " in reloaded.lines[0]
    assert files.agent.requests_per_minute == 20
    assert files.agent.model_calls_per_player_day == 9
    assert files.model_configured
    assert sum("refused" in record.getMessage() for record in caplog.records) == 1


async def test_a_file_that_is_taken_away_is_as_one_that_never_was(folder: Folder) -> None:
    folder.write("system-model.json", {"baseUrl": "u", "model": "m", "apiKeyRequired": False})
    files = folder.opened()
    assert files.model_configured
    (folder.path / "system-model.json").unlink()
    assert not (await files.reload()).refused
    assert not files.model_configured


async def test_what_this_version_does_not_use_is_named_once(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write("system-agent.json", {"gates": {}, "stateStore": "auto"})
    files = folder.opened()
    await files.reload()
    told = [record.getMessage() for record in caplog.records if "not used" in record.getMessage()]
    assert told == ["system-agent.json: gates, stateStore: not used by this version"]


async def test_how_sure_the_matcher_must_be_is_reloaded_and_announced(folder: Folder) -> None:
    files = folder.opened()
    assert files.semantic.base_score == 0.9
    folder.write("system-semantic.json", {"baseScore": 0.7})
    assert not (await files.reload()).refused
    assert (files.semantic.base_score, folder.announced) == (0.7, [CircumstancesChanged()])
    folder.write("system-semantic.json", {"baseScore": 7})
    assert (await files.reload()).refused
    assert files.semantic.base_score == 0.7


async def test_a_mistake_that_is_made_again_after_it_was_mended_is_told_again(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    files = folder.opened()
    for content in ("{", "{}", "{", "["):
        folder.write("system-agent.json", content)
        await files.reload()
        await files.reload()
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3
