"""Notes and manual of a running daemon: found, read, and told in the player's language."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.scenarios.conftest import PATIENCE, playing

if TYPE_CHECKING:
    from pathlib import Path

    from tests.scenarios.conftest import Game

NOTE = "# The spawn town\nThe bank opens at dawn. 银行在黎明开门。\n\n## Rules\nNo griefing.\n"


async def until_told(game: Game, text: str, part: str) -> str:
    """Ask again until the index has it."""
    async with asyncio.timeout(PATIENCE):
        while part not in (answer := await game.ask(text)):
            pass
    return answer


async def test_a_note_is_found_in_both_languages_and_again_when_it_changes(
    tmp_path: Path,
) -> None:
    notes = tmp_path / "config" / "knowledge"
    notes.mkdir(parents=True)
    (notes / "town.md").write_text(NOTE, encoding="utf-8")
    async with playing(tmp_path) as game:
        assert "The bank opens at dawn" in await until_told(game, "/notes bank", "spawn town")
        assert "spawn town" in await until_told(game, "/notes 银行", "spawn town")
        assert "No note says anything" in await game.ask("/notes zeppelin")
        (notes / "town.md").write_text(NOTE.replace("bank", "zeppelin"), encoding="utf-8")
        await until_told(game, "/notes zeppelin", "spawn town")


async def test_the_manual_has_contents_and_pages_and_keeps_the_administrators_page(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as game:
        assert "Modes" in await until_told(game, "/manual", "Asking")
        assert "Offline: commands and local search" in await game.ask("/manual modes")
        await game.server.join("Teo")
        assert "/system ai default" not in await game.ask("/manual administration", "Teo")


async def test_a_question_is_answered_offline_by_the_passages_themselves(tmp_path: Path) -> None:
    notes = tmp_path / "config" / "knowledge"
    notes.mkdir(parents=True)
    (notes / "town.md").write_text(NOTE, encoding="utf-8")
    async with playing(tmp_path) as game:
        await until_told(game, "/notes bank", "spawn town")
        answer = await game.ask("/search when does the bank open")
        assert "The bank opens at dawn" in answer
        assert "[AI]" not in answer
        assert "Nothing is known here" in await game.ask("/search zeppelins")
