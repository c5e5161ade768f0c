import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.administration import Administration
from bridge.access.effective import Permissions, Reason, Source
from bridge.access.events import AccessChanged, AccessEvent
from bridge.access.history import Author, Field
from bridge.access.orders import (
    Order,
    Reset,
    SetAi,
    SetCalls,
    SetDefault,
    SetFlag,
    SetFreeChat,
    SetLimit,
    ShowDefault,
    ShowPermissions,
    Status,
)
from bridge.access.players import Directory
from bridge.access.reply import Reply
from bridge.core.actors import Player
from bridge.core.cards import Words
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.access.world import WorldAccess
    from bridge.core.cards import Line
    from tests.fakes.outside import Outside

LANGUAGES = Path(__file__).parents[3] / "bridge" / "ui" / "lang"
SENTENCES = {
    language: json.loads((LANGUAGES / language / "access.json").read_text(encoding="utf-8"))
    for language in ("en_us", "zh_cn")
}
MARA = Player(name="Mara", uuid=UUID(int=1))
GHOST = Player(name="Ghost")
TWINS = [Player(name="Ann", uuid=UUID(int=7)), Player(name="ANN", uuid=UUID(int=8))]
PLAYERS = Directory([MARA, GHOST].copy, TWINS.copy)
IN_FORCE = "Mara: standard is in force, standard is the highest:"
ADMIN = Author(Player(name="Op", uuid=UUID(int=9)), "chat")


def said(line: "Line", language: str = "en_us") -> str:
    return "".join(
        SENTENCES[language][part.key].format(**part.args) if isinstance(part, Words) else part.text
        for part in line
    )


def text(reply: Reply, language: str = "en_us") -> list[str]:
    return [said(line, language) for line in reply.lines]


@pytest.fixture
def administration(world: "WorldAccess") -> Administration:
    return Administration(world, lambda uuid: uuid.int)


async def carry_out(administration: Administration, *orders: Order) -> Reply:
    reply = Reply(lines=())
    for order in orders:
        reply = await administration.carry_out(order, author=ADMIN, players=PLAYERS)
    return reply


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("mode", Mode)
async def test_default_is_one_line_with_exactly_one_mode_word(
    administration: Administration, mode: Mode, language: str
) -> None:
    for order in (SetDefault(mode), SetDefault(mode), ShowDefault()):
        reply = await carry_out(administration, order)
        (line,) = text(reply, language)
        assert re.findall("|".join(Mode), line) == [mode]
        assert (reply.exit, reply.data) == (0, {"default": mode})


async def test_a_changed_default_is_announced(
    administration: Administration, announced: list[AccessEvent]
) -> None:
    await carry_out(administration, SetDefault(Mode.FREE), SetDefault(Mode.FREE), ShowDefault())
    (event,) = announced
    assert isinstance(event, AccessChanged)
    assert (event.player, event.author) == (None, ADMIN)


async def test_enable_raises_the_limit_to_standard_where_the_default_is_offline(
    administration: Administration,
) -> None:
    reply = await carry_out(administration, SetDefault(Mode.OFFLINE), SetAi("mara", True))
    assert text(reply) == [
        "AI is allowed for Mara.",
        "Mara: offline is in force, standard is the highest: granted to this player",
    ]


async def test_disable_says_why_only_offline_is_left(administration: Administration) -> None:
    reply = await carry_out(administration, SetAi("Mara", False))
    assert text(reply) == [
        "AI is denied to Mara.",
        "Mara: offline is in force, offline is the highest: AI is denied (for this player)",
    ]
    assert reply.data["maxMode"] == "offline"


async def test_each_order_sets_its_own_field_and_reset_removes_all(
    administration: Administration, world: "WorldAccess"
) -> None:
    await carry_out(
        administration, SetAi("Mara", True), SetFreeChat("Mara", False), SetLimit("Mara", 3)
    )
    assert world.rules.overrides == {
        MARA.uuid: Permissions(allow_ai=True, allow_free_chat=False, model_calls_per_day=3)
    }
    done = await carry_out(administration, Reset("Mara"))
    assert world.rules.overrides == {}
    assert text(done)[0] == "What was set for Mara is removed."
    assert text(await carry_out(administration, Reset("Mara")))[0] == "Nothing was set for Mara."


async def test_status_shows_everything_with_its_reason_and_changes_nothing(
    administration: Administration, world: "WorldAccess"
) -> None:
    await world.see(MARA)
    await carry_out(administration, SetFreeChat("Mara", False), SetLimit("Mara", 3))
    revision = world.revision
    reply = await carry_out(administration, Status(UUID(int=1)))
    assert text(reply) == [
        f"{IN_FORCE} this world's default mode is the limit",
        "AI: allowed; nothing is set",
        "Free chat: denied; set by an administrator (for this player)",
        "Model calls today: 1 of 3; set by an administrator (for this player)",
        "Saved mode: standard",
        "a model is configured",
    ]
    assert reply.data["usedToday"] == 1
    assert world.revision == revision


async def test_the_host_is_subject_to_what_is_set_for_them(
    administration: Administration, outside: "Outside", world: "WorldAccess"
) -> None:
    outside.host = MARA.uuid
    await carry_out(administration, SetFlag(Field.ALLOW_AI, False))
    assert world.effective(MARA.uuid).max_mode is Mode.FREE
    await carry_out(administration, SetLimit("Mara", 0))
    assert world.effective(MARA.uuid).max_mode is Mode.OFFLINE


def enable(who: str | UUID) -> SetAi:
    return SetAi(who, True)


@pytest.mark.parametrize("kind", [enable, Status, Reset])
async def test_who_is_not_one_seen_player_is_refused_and_named(
    administration: Administration, world: "WorldAccess", kind: "Callable[[str | UUID], Order]"
) -> None:
    reply = await carry_out(administration, kind("Nobody"))
    assert (reply.exit, text(reply)) == (1, ["Nobody was never seen on this server."])
    reply = await carry_out(administration, kind(UUID(int=99)))
    assert text(reply) == [f"{UUID(int=99)} was never seen on this server."]
    reply = await carry_out(administration, kind("ann"))
    assert reply.exit == 1
    assert text(reply)[0].startswith("ann is several players; name one by UUID: Ann (")
    assert world.revision == 0


async def test_nothing_is_set_for_a_player_without_uuid(administration: Administration) -> None:
    reply = await carry_out(administration, SetLimit("Ghost", 3))
    assert (reply.exit, text(reply)) == (
        1,
        ["The UUID of Ghost is not known yet; nothing can be set."],
    )
    reply = await carry_out(administration, Status("Ghost"))
    assert reply.exit == 0
    assert reply.data["uuid"] is None


async def test_the_worlds_defaults_are_shown_set_and_unset(
    administration: Administration, world: "WorldAccess"
) -> None:
    assert text(await carry_out(administration, ShowPermissions())) == [
        "allowAi: unset",
        "allowFreeChat: unset",
        "modelCallsPerDay: unset",
    ]
    reply = await carry_out(
        administration,
        SetFlag(Field.ALLOW_AI, False),
        SetFlag(Field.ALLOW_FREE_CHAT, True),
        SetCalls(0),
    )
    assert text(reply) == ["modelCallsPerDay: 0"]
    assert world.rules.defaults == Permissions(
        allow_ai=False, allow_free_chat=True, model_calls_per_day=0
    )
    await carry_out(administration, SetFlag(Field.ALLOW_AI, None), SetCalls(None))
    reply = await carry_out(administration, ShowPermissions(Field.ALLOW_FREE_CHAT))
    assert (text(reply), reply.data) == (["allowFreeChat: true"], {"allowFreeChat": True})
    assert world.rules.defaults == Permissions(allow_free_chat=True)


def test_both_languages_have_the_same_sentences_with_the_same_places() -> None:
    english, chinese = SENTENCES["en_us"], SENTENCES["zh_cn"]
    places = re.compile(r"\{\w+\}")
    assert list(english) == list(chinese) == sorted(english)
    for key, sentence in english.items():
        assert sorted(places.findall(sentence)) == sorted(places.findall(chinese[key])), key


@pytest.mark.parametrize("language", SENTENCES)
def test_every_reason_and_source_has_its_words(language: str) -> None:
    keys = {f"access.reason.{reason}" for reason in Reason}
    keys |= {f"access.source.{source}" for source in Source}
    assert keys <= SENTENCES[language].keys()
