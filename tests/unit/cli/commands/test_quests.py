"""`quests`: what of the demo's book is printed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bridge.cli.app import invoke
from bridge.core.errors import RefusedError

BOOK = Path(__file__).parents[4] / "bridge" / "demo" / "pack"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(BOOK, tmp_path / "server")
    (tmp_path / "bridge.toml").write_text('[servers.main]\ndirectory = "server"\n')
    monkeypatch.chdir(tmp_path)


def printed(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert invoke(["--config", "bridge.toml", *line.split()]) == 0
    return capsys.readouterr().out


def told(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(printed(f"{line} --json", capsys))


def test_the_whole_list_has_what_is_hidden_and_the_open_one_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = {quest["id"] for quest in told("quests list --all", capsys)["quests"]}
    seen = {quest["id"] for quest in told("quests list", capsys)["quests"]}
    assert seen < whole
    rows = printed("quests list --all", capsys).splitlines()
    assert {row.split()[0] for row in rows} == whole


def test_what_is_found_stands_with_its_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    found = told("quests find storage", capsys)
    titles = [quest["title"] for quest in found["quests"]]
    assert "Storage Basics" in titles
    assert {quest["chapter"] for quest in found["quests"]} == {
        chapter["id"] for chapter in found["chapters"]
    }
    assert "Storage Basics" in printed("quests find storage", capsys)


def test_one_quest_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Storage Basics" in printed("quests show storage basics", capsys)
    assert len(told("quests show storage basics", capsys)["quests"]) == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("quests find xyzzy", "no quest matches 'xyzzy'"),
        ("quests show xyzzy", "no quest is called 'xyzzy'"),
        ("quests list --directory .", "has no FTB quest book"),
    ],
)
def test_what_there_is_not_is_refused(line: str, problem: str) -> None:
    with pytest.raises(RefusedError, match=problem):
        invoke(["--config", "bridge.toml", *line.split()])
