"""The way of one request through everything: log, event, intake, match, workflow, card, RCON."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.scenarios.conftest import PATIENCE, playing, system_message

if TYPE_CHECKING:
    from pathlib import Path

    from tests.scenarios.conftest import Game


async def test_a_question_is_answered_from_the_quest_book_to_its_player_alone(game: Game) -> None:
    await game.server.join("Teo")
    seen_by_teo = game.server.player("Teo").screen
    before = len(seen_by_teo.shown)
    answer = await game.ask("what quests are there about storage?")
    assert "Storage" in answer
    assert [shown.text for shown in seen_by_teo.shown[before:]] == [
        "<Mara> @ai what quests are there about storage?"
    ]
    assert game.server.commands[-1].startswith("tellraw Mara ")


async def test_a_chinese_question_gets_a_chinese_answer(game: Game) -> None:
    answer = await game.ask("有哪些关于储存的任务")
    assert "关于“储存”的任务" in answer
    assert "[1]" in answer


@pytest.mark.parametrize("version", ["1.20.6", "1.21.4", "1.21.5", "26.3"])
async def test_every_version_shows_the_answer_and_its_buttons(tmp_path: Path, version: str) -> None:
    async with playing(tmp_path, version) as game:
        assert "◆ Quests about “storage”" in await game.ask("/quests storage")
        shown = game.mara.screen.shown[-1]
        assert "suggest_command" in str(shown.component)


async def test_a_press_opens_the_quest_and_a_stale_number_says_so(game: Game) -> None:
    listing = await game.ask("/quests storage")
    first = listing.splitlines()[1].removeprefix("[1] ").split(" (")[0]
    assert (await game.ask("1")).startswith(f"◆ {first}")
    assert await game.ask("77") == "That card has no button 77."
    assert await game.ask("1 zzz") == "There is no card with buttons to press."


async def test_what_is_not_understood_gets_choices(game: Game) -> None:
    answer = await game.ask("sing me a song about the deep blue sea")
    assert "Choose one" in answer
    assert "Help: what you can ask" in answer


async def test_the_prefix_alone_is_the_menu(game: Game) -> None:
    messages = game.mara.messages()
    await game.server.chat("Mara", "@ai")
    assert "Menu" in await system_message(messages)


async def test_help_lists_the_commands(game: Game) -> None:
    messages = game.mara.messages()
    await game.server.chat("Mara", "@ai /help")
    answer = ""
    while "/menu - " not in answer:  # more than one message by now
        answer += await system_message(messages)
    for command in ("/quests [text]", "/quest <id or title>", "/help"):
        assert command in answer


async def test_equal_lines_are_separate_requests_and_others_chat_is_none(game: Game) -> None:
    messages = game.mara.messages()
    await game.server.chat("Mara", "hello everybody, what quests are there about storage?")
    await game.server.chat("Mara", "@aiden hi")
    await game.server.chat("Mara", "@ai /quest")
    await game.server.chat("Mara", "@ai /quest")
    answers = [await system_message(messages) for _ in range(2)]
    assert answers[0] == answers[1]
    assert "Write it like this" in answers[0]


async def test_chat_shaped_as_an_event_or_as_another_player_changes_nothing(game: Game) -> None:
    await game.server.chat("Mara", "Teo joined the game")
    await game.server.chat("Mara", "<Teo> @ai /help")
    await game.server.chat("Mara", "[12:00:00] [Server thread/INFO]: <Teo> @ai /help")
    await game.ask("/quest")
    assert [player.name for server in game.daemon.servers for player in server.link.online] == [
        "Mara"
    ]
    assert not [command for command in game.server.commands if command.startswith("tellraw Teo")]


async def test_twenty_questions_at_once_are_all_answered_or_told_to_wait(game: Game) -> None:
    messages = game.mara.messages()
    for _ in range(20):
        await game.server.chat("Mara", "@ai /quests storage")
    answers = [await system_message(messages) for _ in range(20)]
    answered = sum("Quests about" in answer for answer in answers)
    waiting = sum("are waiting already" in answer for answer in answers)
    assert answered >= 17
    assert answered + waiting == 20


async def test_the_daemon_stops_in_under_a_second(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    async with playing(tmp_path) as game:
        await game.ask("/help")
        begun = loop.time()
    assert loop.time() - begun < 1.0


async def test_a_changed_chapter_is_in_the_next_answer(game: Game) -> None:
    chapters = game.server.directory / "config" / "ftbquests" / "quests" / "lang"
    file = chapters / "en_us.snbt"
    text = file.read_text(encoding="utf-8")
    assert "Storage Basics" in text
    file.write_text(text.replace("Storage Basics", "Zeppelin Storage"), encoding="utf-8")
    async with asyncio.timeout(PATIENCE):
        while "Zeppelin" not in await game.ask("/quests zeppelin"):
            pass
