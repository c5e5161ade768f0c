"""`quests list|find|show` on the command line, as JSON and as words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bridge.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

BOOK = {
    "data.snbt": "{ version: 13 }",
    "chapters/start.snbt": """{
        id: "00000000000000A1", filename: "start", title: "Start", order_index: 0
        quests: [
            { id: "00000000000000B1", title: "Storage Basics"
              tasks: [{ id: "00000000000000C1", type: "checkmark", title: "Look" }]
              rewards: [{ id: "00000000000000D1", type: "xp", xp: 5 }] }
            { id: "00000000000000B2", title: "Vault", invisible: true, tasks: [], rewards: [] }
        ]
    }""",
    "chapters/empty.snbt": '{ id: "00000000000000A2", filename: "empty", title: "Empty" }',
}


@pytest.fixture
def server(tmp_path: Path) -> Path:
    for name, text in BOOK.items():
        file = tmp_path / "config/ftbquests/quests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], server: Path, *words: str) -> tuple[int, str]:
    code = run(["quests", *words, "--directory", str(server)])
    return code, capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], server: Path, *words: str) -> Any:
    return json.loads(told(capsys, server, *words, "--json")[1])


def test_all_lists_every_chapter_and_quest(
    server: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = document(capsys, server, "list", "--all")
    assert {(each["title"], len(each["quests"])) for each in listing["chapters"]} == {
        ("Start", 2),
        ("Empty", 0),
    }
    assert [quest["title"] for quest in listing["quests"]] == ["Storage Basics", "Vault"]
    assert listing["quests"][0]["tasks"] == [
        {"id": "00000000000000C1", "type": "checkmark", "title": "Look", "optional": False}
    ]


def test_without_all_only_what_everybody_may_see(
    server: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, server, "list") == (0, "00000000000000B1  Storage Basics  Start\n")
    listing = document(capsys, server, "list")
    assert [quest["title"] for quest in listing["quests"]] == ["Storage Basics"]
    assert [chapter["title"] for chapter in listing["chapters"]] == ["Start"]


def test_find_and_show_say_nothing_of_hidden_quests(
    server: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, server, "find", "storage")[0] == 0
    assert told(capsys, server, "find", "vault") == (1, "")
    assert told(capsys, server, "show", "vault") == (1, "")
    assert "Vault" in told(capsys, server, "find", "vault", "--all")[1]
    assert told(capsys, server, "show", "vault", "--all")[1].startswith("Vault")


def test_show_is_the_card_in_words(server: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, server, "show", "storage", "basics")[1].splitlines() == [
        "Storage Basics  Start",
        "To do",
        "- Look",
        "Rewards",
        "- 5 XP",
        "Can be started now.",
    ]
