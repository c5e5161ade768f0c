"""`/mode`, `/history`, `/settings`: what acts, what only shows, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.effective import Permissions
from bridge.access.history import Author
from bridge.access.world import WorldAccess
from bridge.conversation.history_choice import HistoryChoice
from bridge.core.actors import Console, Player
from bridge.core.cards import Style, Words
from bridge.core.modes import Mode
from bridge.modules.workflow import Call
from bridge.storage.database import Database
from bridge.ui.languages import LANGUAGES, phrases
from bridge.ui.render import plain
from bridge.workflows.preferences.workflow import Preferences, workflows
from tests.fakes.cards import runs_of
from tests.fakes.clock import FakeClock
from tests.fakes.outside import Outside

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bridge.core.cards import Card

MARA = Player(name="Mara", uuid=UUID(int=1))
SHELL = Author(Console(origin="shell"), "shell")


class Scene:
    def __init__(self, access: WorldAccess, history: HistoryChoice, outside: Outside) -> None:
        self.access = access
        self.history = history
        self.outside = outside
        preferences = Preferences(access=access, history=history, used_today=lambda _: 4)
        self.workflows = {flow.id: flow for flow in workflows(preferences)}

    async def run(self, capability: str, player: Player = MARA, **given: str) -> Card:
        call = Call(player=player, language="en_us", input=given)
        return await self.workflows[capability].run(call)

    @property
    def saved(self) -> Mode | None:
        return self.access.effective(MARA.uuid).saved_mode


@pytest.fixture
async def scene() -> AsyncGenerator[Scene]:
    clock = FakeClock()
    outside = Outside()
    async with Database.open(None, clock=clock) as db:
        access = await WorldAccess.load(
            db, "world", clock=clock, circumstances=outside, announce=lambda _: None
        )
        await access.see(MARA)
        yield Scene(access, await HistoryChoice.load(db), outside)


def chosen(card: Card) -> list[tuple[str, Mapping[str, str]]]:
    return [(run.capability, run.input) for run in runs_of(card)]


async def test_all_four_modes_are_shown_and_the_forbidden_ones_say_why(scene: Scene) -> None:
    await scene.access.amend(lambda rules: replace(rules, default=Mode.STANDARD), SHELL)
    for capability in ("system:mode", "system:settings"):
        card = await scene.run(capability)
        lines = plain(card, "en_us").splitlines()
        for mode in Mode:
            (line,) = [line for line in lines if line.startswith(f"{mode.title()} - ")]
            allowed = mode.rank <= Mode.STANDARD.rank
            assert ("this world's default mode is the limit" in line) is not allowed
        modes = [given["choose"] for id_, given in chosen(card) if id_ == "system:mode"]
        assert modes == ["offline", "standard"]


async def test_a_forbidden_mode_is_grey(scene: Scene) -> None:
    scene.outside.model_configured = False
    card = await scene.run("system:mode")
    grey = [
        part.key
        for line in card.lines
        for part in line
        if isinstance(part, Words) and part.style is Style.FAINT and part.key.endswith(".name")
    ]
    assert grey == [f"preferences.mode.{mode}.name" for mode in Mode if mode is not Mode.OFFLINE]


async def test_a_command_or_button_chooses_at_once(scene: Scene) -> None:
    card = await scene.run("system:mode", choose="OFFLINE")
    assert plain(card, "en_us") == "Your mode is now Offline."
    assert scene.saved is Mode.OFFLINE


@pytest.mark.parametrize("mode", [Mode.EXTENDED, Mode.FREE])
async def test_a_refused_mode_is_not_saved_and_says_why(scene: Scene, mode: Mode) -> None:
    card = await scene.run("system:mode", choose=str(mode))
    text = plain(card, "en_us")
    assert "nothing was changed: this world's default mode is the limit" in text
    assert scene.saved is Mode.STANDARD


async def test_what_a_sentence_named_only_shows_the_button(scene: Scene) -> None:
    card = await scene.run("system:mode", mode="offline")
    assert "nothing is changed yet" in plain(card, "en_us")
    assert chosen(card) == [("system:mode", {"choose": "offline"})]
    assert scene.saved is Mode.STANDARD
    refused = await scene.run("system:mode", mode="free")
    assert "this world's default mode is the limit" in plain(refused, "en_us")
    shown = await scene.run("system:history", state="off")
    assert chosen(shown) == [("system:history", {"choose": "off"})]
    assert scene.history.is_on(MARA.uuid)


@pytest.mark.parametrize("word", ["", "fast", "standard free", "1"])
async def test_what_is_no_mode_or_state_says_how_it_is_written(scene: Scene, word: str) -> None:
    assert "four modes" in plain(await scene.run("system:mode", choose=word), "en_us")
    assert "/history on" in plain(await scene.run("system:history", choose=word), "en_us")
    assert scene.saved is Mode.STANDARD
    assert scene.history.is_on(MARA.uuid)


async def test_history_is_switched_at_once(scene: Scene) -> None:
    off = await scene.run("system:history", choose="off")
    assert not scene.history.is_on(MARA.uuid)
    assert chosen(off) == [("system:history", {"choose": "on"})]
    await scene.run("system:history", choose="ON")
    assert scene.history.is_on(MARA.uuid)
    assert chosen(await scene.run("system:history")) == [("system:history", {"choose": "off"})]


async def test_without_a_uuid_nothing_is_saved(scene: Scene) -> None:
    nobody = Player(name="Nobody")
    for capability, word in (("system:mode", "offline"), ("system:history", "off")):
        card = await scene.run(capability, nobody, choose=word)
        assert "UUID is not known" in plain(card, "en_us")
    settings = plain(await scene.run("system:settings", nobody), "en_us")
    assert "History: off" in settings
    assert [player.uuid for player in scene.access.seen()] == [MARA.uuid]


async def test_settings_show_what_administrators_set_for_reading_alone(scene: Scene) -> None:
    assert MARA.uuid is not None
    denied = Permissions(allow_free_chat=False, model_calls_per_day=9)
    uuid = MARA.uuid
    await scene.access.amend(lambda rules: rules.with_override(uuid, denied), SHELL)
    revision = scene.access.revision
    card = await scene.run("system:settings")
    text = plain(card, "en_us")
    assert "Free chat: denied; set by an administrator (for this player)" in text
    assert "Model calls today: 4 of 9" in text
    for capability, given in chosen(card):
        assert capability in {"system:mode", "system:history"}
        await scene.run(capability, choose=given["choose"])
    assert scene.access.revision == revision


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_word_is_there_in_every_language(scene: Scene, language: str) -> None:
    for capability in scene.workflows:
        card = await scene.run(capability)
        assert plain(card, language)
    for mode in Mode:
        assert plain(await scene.run("system:mode", choose=str(mode)), language)
    for flow in scene.workflows.values():
        assert flow.management
        assert flow.command is not None
        assert {flow.command.usage, flow.command.summary} <= phrases(language).keys()
        assert f"capability.{flow.id}" in phrases(language)
