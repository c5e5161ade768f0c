"""`quests`: what of the demo's book is printed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from uuid import UUID

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


FIRST, HIDDEN = "00000000000000A1", "00000000000000A2"
WORDS = {
    "title": "zqtitlezq",
    "subtitle": "zqsubtitlezq",
    "description": "zqdescriptionzq",
    "task": "zqtaskzq",
    "reward": "zqrewardzq",
}


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A book whose second quest shows once the first is done, and a world of two players."""
    server = tmp_path / "server"
    chapters = server / "config/ftbquests/quests/chapters"
    shutil.rmtree(server / "config/ftbquests/quests")
    chapters.mkdir(parents=True)
    (chapters / "a.snbt").write_text(
        f"""{{ id: "00000000000000C1", title: "Start", quests: [
        {{ id: "{FIRST}", title: "First", tasks: [
            {{ id: "00000000000000B1", type: "item", item: "m:iron", count: 8L }} ] }}
        {{ id: "{HIDDEN}", title: "{WORDS["title"]}", subtitle: "{WORDS["subtitle"]}",
          description: ["{WORDS["description"]}"], dependencies: ["{FIRST}"],
          hide_until_deps_complete: true,
          tasks: [{{ id: "00000000000000B2", type: "checkmark", title: "{WORDS["task"]}" }}],
          rewards: [{{ id: "00000000000000D2", type: "xp", title: "{WORDS["reward"]}" }}] }} ] }}"""
    )
    cache = [{"name": name, "uuid": str(UUID(int=n))} for n, name in ((1, "Mara"), (2, "Teo"))]
    (server / "usercache.json").write_text(json.dumps(cache))
    (server / "server.properties").write_text("level-name=lands\nonline-mode=true\n")
    saves = server / "lands" / "ftbquests"
    saves.mkdir(parents=True)
    task = "00000000000000B1"
    done = f"{{ task_progress: {{ {task}: 8 }} completed: {{ {FIRST}: 1L {task}: 1L }} }}"
    (saves / f"{UUID(int=1)}.snbt").write_text(done)
    (saves / f"{UUID(int=2)}.snbt").write_text(f"{{ task_progress: {{ {task}: 3 }} }}")
    return saves


def test_as_a_player_the_book_is_what_that_players_team_sees(
    waiting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del waiting
    for verb in ("list", f"find {WORDS['title']}", f"show {HIDDEN}"):
        assert WORDS["title"] in printed(f"quests {verb} --as Mara", capsys)
    assert "✔ First" in printed("quests show first --as mara", capsys)
    assert "3/8" in printed("quests show first --as Teo", capsys)


def test_nothing_of_a_hidden_quest_is_printed_for_anybody_else(
    waiting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del waiting
    for who in ("", " --as Teo", f" --as {UUID(int=9)}"):
        for form in ("", " --json"):
            shown = [
                printed(f"quests {verb}{who}{form}", capsys)
                for verb in ("list", "find first", "show first", "next")
            ]
            for word in (HIDDEN, *WORDS.values()):
                assert not [each for each in shown if word in each]
        for asked in (HIDDEN, *WORDS.values()):
            for verb in ("find", "show"):
                with pytest.raises(RefusedError):
                    invoke(["--config", "bridge.toml", *f"quests {verb} {asked}{who}".split()])


def test_next_is_by_what_the_team_has_done(
    waiting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del waiting
    (mine,) = json.loads(printed("quests next --as Mara --json", capsys))
    assert (mine["id"], mine["percent"]) == (HIDDEN, 0)
    (theirs,) = json.loads(printed("quests next --as Teo --json", capsys))
    assert (theirs["id"], theirs["percent"]) == (FIRST, 37)
    assert "8 x Iron (3/8)" in printed("quests next --as Teo", capsys)


def test_check_prints_contradictions_and_says_so_by_its_exit_code(
    waiting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed("quests check", capsys).splitlines() == ["2 teams, 0 contradictions"]
    save = waiting / f"{UUID(int=2)}.snbt"
    save.write_text(f"{{ completed: {{ {HIDDEN}: 1L }} }}")
    assert invoke(["--config", "bridge.toml", "quests", "check"]) == 1
    assert "what it depends on is not" in capsys.readouterr().out
    save.write_text("{ completed: {")
    assert invoke(["--config", "bridge.toml", "quests", "check", "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["contradictions"]
    assert "unexpected end" in found["problem"]
