"""`/lang`."""

from __future__ import annotations

from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.modules.workflow import Call
from bridge.ui.languages import LANGUAGES
from bridge.ui.render import plain
from bridge.workflows.preferences.language import CHOSEN, workflow
from tests.fakes.cards import runs_of

MARA = Player(name="Mara", uuid=UUID(int=1))


class Choice:
    def __init__(self) -> None:
        self.chosen: dict[UUID, str | None] = {}

    def of(self, player: UUID | None) -> str | None:
        return None if player is None else self.chosen.get(player)

    async def set(self, player: UUID, language: str | None) -> None:
        self.chosen[player] = language


async def said(choice: Choice, word: str | None, player: Player = MARA) -> str:
    given = {} if word is None else {CHOSEN: word}
    card = await workflow(choice).run(Call(player=player, language="en_us", input=given))
    return plain(card, "en_us")


@pytest.mark.parametrize(
    ("word", "language", "answer"),
    [
        ("zh_cn", "zh_cn", "现在用中文回答你。"),
        ("ZH-CN", "zh_cn", "现在用中文回答你。"),
        ("中文", "zh_cn", "现在用中文回答你。"),
        ("en", "en_us", "You are now answered in English."),
        ("auto", None, "The language now follows what you write."),
    ],
)
async def test_a_language_is_chosen_and_confirmed_in_it(
    word: str, language: str | None, answer: str
) -> None:
    choice = Choice()
    assert await said(choice, word) == answer
    assert choice.chosen == {MARA.uuid: language}


async def test_another_word_changes_nothing() -> None:
    choice = Choice()
    assert "/lang en_us" in await said(choice, "klingon")
    assert choice.chosen == {}
    unknown = await said(choice, "en", Player(name="Nobody"))
    assert unknown.startswith("Your UUID is not known here")


@pytest.mark.parametrize("chosen", [*LANGUAGES, None])
async def test_the_menu_says_what_holds_and_offers_the_others(chosen: str | None) -> None:
    choice = Choice()
    assert MARA.uuid is not None
    await choice.set(MARA.uuid, chosen)
    card = await workflow(choice).run(Call(player=MARA, language="en_us"))
    offered = [run.input[CHOSEN] for run in runs_of(card)]
    assert offered == [each for each in (*LANGUAGES, "auto") if each != (chosen or "auto")]
