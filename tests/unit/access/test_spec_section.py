"""Spec 2 from "Default mode and host permissions" to "Function calling", sentence by sentence.

Each sentence has its number in the order of the document (table rows and list items count as one
each). A test names the numbers that it holds; what another package holds is in `ELSEWHERE`.
"""

import re
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access import wire
from bridge.access.administration import Administration
from bridge.access.effective import Because, Permissions, Reason, Source
from bridge.access.events import AccessChanged, AccessEvent
from bridge.access.history import Author
from bridge.access.mirror import FILE, Mirror
from bridge.access.players import Directory
from bridge.access.quota import Caps, Exhausted, Quota
from bridge.access.reply import Reply
from bridge.access.saved_data import decode
from bridge.commands.system_ai import FORMS, LEVEL, Malformed, complete, parse
from bridge.core.actors import Console, Player
from bridge.core.cards import Words
from bridge.core.modes import Mode
from bridge.minecraft import nbt
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from bridge.access.effective import Effective
    from bridge.access.world import WorldAccess
    from bridge.storage.database import Database
    from tests.fakes.outside import Outside

SENTENCES = 47
ELSEWHERE = {
    8: "tests/unit/daemon/test_access_desk.py: the host is the configured UUID, and nobody else",
    26: "tests/unit/settings/test_model_file.py: the configuration and the environment alone",
    27: "tests/unit/settings/test_model_file.py: `apiKeyRequired`",
    29: "tests/scenarios/test_access.py: a new variable's name in the file, and a reload",
    30: "speech is not part of this project",
    40: "conversation: /forget touches nothing of access",
    46: "tests/unit/workflows/preferences: /settings",
}
"""Sentences 10, 24, 28 and 39 have a part elsewhere, too: the agent asks again before each use, and
tests/unit/daemon/test_effects.py stops what a change no longer allows."""

OFFLINE, STANDARD, EXTENDED, FREE = Mode
MARA = Player(name="Mara", uuid=UUID(int=1))
HOST = Player(name="Hana", uuid=UUID(int=2))
CONSOLE = Author(Console(origin="console"), "console")


class Server:
    """One world with its administrators' commands, as typed."""

    def __init__(self, world: "WorldAccess", outside: "Outside") -> None:
        self.world = world
        self.outside = outside
        self.outside.host = HOST.uuid
        self.players = Directory([MARA, HOST].copy)
        self.administration = Administration(world, lambda _: 0)

    async def type(self, text: str) -> Reply:
        order = parse(f"/system ai {text}")
        assert not isinstance(order, Malformed)
        return await self.administration.carry_out(order, author=CONSOLE, players=self.players)

    def access(self, player: Player = MARA) -> "Effective":
        return self.world.effective(player.uuid)

    def allowed(self, player: Player = MARA) -> list[Mode]:
        return [mode for mode, why in self.world.choices(player.uuid).items() if why is None]

    async def choose(self, mode: Mode, player: Player = MARA) -> Because | None:
        assert player.uuid is not None
        return await self.world.choose(player.uuid, mode)


@pytest.fixture
async def server(world: "WorldAccess", outside: "Outside") -> Server:
    return Server(world, outside)


async def test_01_06_41_the_rules_are_in_the_worlds_file_after_the_next_save(
    server: Server, db: "Database", tmp_path: Path
) -> None:
    assert server.world.rules.default is STANDARD
    seed = {"DataVersion": 1, "WorldGenSettings": {"seed": nbt.Long(1)}}
    (tmp_path / "level.dat").write_bytes(nbt.write({"Data": seed}))
    mirror = Mirror(db, server.world, tmp_path)
    for mode in Mode:
        await server.type(f"default {mode}")
        await server.type(f"Mara limit {mode.rank}")
        await mirror.write_if_dirty()
        held = decode((tmp_path / FILE).read_bytes())
        assert held == server.world.rules
        assert held.default is mode
    assert decode(nbt.write({"data": {}})).default is STANDARD


async def test_02_03_the_default_is_the_first_mode_and_the_limit(server: Server) -> None:
    for count, mode in enumerate(Mode):
        await server.type(f"default {mode}")
        player = Player(name=f"New{count}", uuid=UUID(int=100 + count))
        await server.world.see(player)
        assert server.access(player).mode is mode
        assert server.allowed(player) == [one for one in Mode if one.rank <= mode.rank]


async def test_04_31_33_default_shows_and_changes_it(server: Server) -> None:
    for text, mode in (("default", "standard"), ("default free", "free"), ("default", "free")):
        reply = await server.type(text)
        ((words,),) = reply.lines
        assert isinstance(words, Words)
        assert words.args == {"mode": mode}
    assert LEVEL == 2


async def test_05_15_a_preference_is_kept_while_the_limit_is_lower(server: Server) -> None:
    await server.type("default free")
    await server.world.see(MARA)
    await server.choose(EXTENDED)
    await server.type("default offline")
    assert (server.access().mode, server.access().saved_mode) == (OFFLINE, EXTENDED)
    assert server.access().reasons.mode == Because(Reason.CEILING, Source.WORLD)
    await server.type("default extended")
    assert server.access().mode is EXTENDED


async def test_06_39_a_change_is_dirty_and_announced_at_once(
    server: Server, announced: list[AccessEvent]
) -> None:
    before = server.world.revision
    await server.type("default free")
    await server.type("Mara disable")
    assert server.world.revision == before + 2
    assert [event.player for event in announced if isinstance(event, AccessChanged)] == [
        None,
        MARA.uuid,
    ]


async def test_07_09_the_host_may_choose_all_four_and_begins_with_the_default(
    server: Server,
) -> None:
    await server.type("default offline")
    denied = Permissions(allow_ai=False, allow_free_chat=False)
    await server.world.amend(lambda rules: replace(rules, defaults=denied), CONSOLE)
    await server.world.see(HOST)
    assert server.allowed(HOST) == list(Mode)
    assert server.access(HOST).mode is OFFLINE
    assert server.allowed(MARA) == [OFFLINE]


async def test_10_36_44_the_highest_mode_is_not_unlimited_and_zero_refuses(
    server: Server, db: "Database"
) -> None:
    quota = await Quota.load(db, clock=FakeClock(), zone=UTC)
    assert HOST.uuid is not None
    for limit, refused in ((1, False), (1, True), (0, True), (2, False)):
        await server.type(f"Hana limit {limit}")
        caps = Caps(player_calls=server.access(HOST).model_calls_per_day, server_calls=99)
        assert isinstance(await quota.reserve(HOST.uuid, caps), Exhausted) is refused
    assert quota.used_today(HOST.uuid) == 2


async def test_11_an_override_goes_before_everything_for_the_host_too(server: Server) -> None:
    await server.type("default free")
    for order, allowed in (
        ("disable", [OFFLINE]),
        ("enable", list(Mode)),
        ("freechat disable", [OFFLINE, STANDARD]),
        ("freechat enable", list(Mode)),
        ("limit 0", [OFFLINE]),
    ):
        await server.type(f"Hana {order}")
        await server.type(f"Mara {order}")
        assert server.allowed(HOST) == server.allowed(MARA) == allowed


async def test_12_34_35_grants_raise_the_limit(server: Server) -> None:
    await server.type("default offline")
    await server.type("Mara enable")
    assert server.access().max_mode is STANDARD
    await server.type("Mara freechat enable")
    assert server.access().max_mode is FREE
    await server.type("Mara limit 0")
    assert server.access().max_mode is OFFLINE
    await server.type("Mara limit 1")
    await server.type("Mara disable")
    assert server.access().max_mode is OFFLINE


async def test_13_38_reset_removes_overrides_alone(server: Server) -> None:
    await server.type("default extended")
    for player in (MARA, HOST):
        await server.world.see(player)
        await server.choose(OFFLINE, player)
        for order in ("disable", "freechat enable", "limit 0", "reset"):
            await server.type(f"{player.name} {order}")
        assert server.access(player).saved_mode is OFFLINE
    assert server.access(MARA).max_mode is EXTENDED
    assert server.access(HOST).max_mode is FREE


async def test_14_a_true_in_the_defaults_raises_nothing(server: Server) -> None:
    granted = Permissions(allow_ai=True, allow_free_chat=True)
    await server.type("default offline")
    await server.world.amend(lambda rules: replace(rules, defaults=granted), CONSOLE)
    assert server.allowed() == [OFFLINE]


async def test_16_18_47_what_is_told_is_the_players_own_and_names_no_key(server: Server) -> None:
    server.outside.model_configured = False
    told = wire.frame(server.access(), 0)
    assert {"maxMode", "allowAi", "allowFreeChat", "modelCallsPerDay", "mode"} <= set(told)
    assert told["modelConfigured"] is False
    assert told["savedMode"] is None
    assert not re.search(r"[A-Z]{3,}_[A-Z]", str(told))


async def test_17_28_without_a_key_everybody_is_offline_until_it_is_back(server: Server) -> None:
    for player in (MARA, HOST):
        await server.world.see(player)
        server.outside.model_configured = False
        assert server.allowed(player) == [OFFLINE]
        assert server.access(player).mode is OFFLINE
        assert server.access(player).reasons.max_mode == Because(Reason.NO_MODEL, Source.MODEL)
        server.outside.model_configured = True
        assert server.access(player).mode is STANDARD


async def test_19_what_is_above_the_limit_is_greyed_out_and_lowered_to_it(server: Server) -> None:
    await server.type("default free")
    await server.world.see(MARA)
    await server.type("default standard")
    menu = server.world.choices(MARA.uuid)
    assert [menu[mode] for mode in (EXTENDED, FREE)] == [Because(Reason.CEILING, Source.WORLD)] * 2
    assert server.access().mode is STANDARD


@pytest.mark.parametrize(
    ("order", "reason"), [("disable", Reason.AI_OFF), ("limit 0", Reason.NO_CALLS)]
)
async def test_20_ai_off_or_no_calls_leave_offline(
    server: Server, order: str, reason: Reason
) -> None:
    await server.world.see(MARA)
    await server.type(f"Mara {order}")
    assert server.allowed() == [OFFLINE]
    assert server.access().mode is OFFLINE
    assert server.access().reasons.mode == Because(reason, Source.OVERRIDE)


async def test_21_without_free_chat_standard_is_the_highest_and_a_lower_limit_holds(
    server: Server,
) -> None:
    await server.type("Mara freechat disable")
    for default, allowed in ((FREE, [OFFLINE, STANDARD]), (OFFLINE, [OFFLINE])):
        await server.type(f"default {default}")
        assert server.allowed() == allowed


async def test_22_24_allowed_again_the_saved_mode_runs_unless_another_was_picked(
    server: Server,
) -> None:
    await server.type("default extended")
    await server.world.see(MARA)
    await server.type("Mara freechat disable")
    assert await server.choose(FREE) == Because(Reason.FREE_CHAT_OFF, Source.OVERRIDE)
    await server.type("Mara freechat enable")
    assert server.access().mode is EXTENDED
    await server.type("Mara disable")
    await server.choose(OFFLINE)
    await server.type("Mara enable")
    assert server.access().mode is OFFLINE


async def test_23_47_a_player_changes_the_saved_mode_and_nothing_else(server: Server) -> None:
    await server.type("default free")
    await server.type("Mara limit 3")
    rules, revision = server.world.rules, server.world.revision
    for mode in (FREE, OFFLINE, EXTENDED):
        await server.choose(mode)
        assert server.access().saved_mode is mode
    assert (server.world.rules, server.world.revision) == (rules, revision)


async def test_25_the_menu_looks_at_what_is_configured_not_at_what_is_left(
    server: Server, db: "Database"
) -> None:
    quota = await Quota.load(db, clock=FakeClock(), zone=UTC)
    await server.type("Mara limit 1")
    assert MARA.uuid is not None
    await quota.reserve(MARA.uuid, Caps(player_calls=1, server_calls=9))
    assert quota.used_today(MARA.uuid) == 1
    assert server.allowed() == [OFFLINE, STANDARD]


def test_32_modes_and_players_are_completed() -> None:
    assert complete("/system ai default ", 19, ()).items == tuple(str(mode) for mode in Mode)
    assert complete("/system ai ", 11, ("Mara",)).items == ("default", "Mara")


async def test_32_rules_are_kept_by_uuid(server: Server) -> None:
    await server.type("Mara disable")
    await server.world.see(Player(name="Renamed", uuid=MARA.uuid))
    await server.world.see(Player(name="Mara", uuid=UUID(int=9)))
    assert not server.access().allow_ai
    assert server.world.effective(UUID(int=9)).allow_ai


async def test_33_to_38_there_are_six_forms_and_status_may_be_left_out(server: Server) -> None:
    assert len(FORMS) == 6
    assert (await server.type("Mara")).lines == (await server.type("Mara status")).lines
    shown = (await server.type("Mara status")).data
    assert shown["maxMode"] == "standard"
    assert shown["modelCallsPerDay"] == 50


async def test_42_43_each_permission_is_override_then_world_then_built_in(
    server: Server,
) -> None:
    def reasons(player: Player) -> list[Source]:
        because = server.access(player).reasons
        return [because.allow_ai.source, because.model_calls_per_day.source]

    assert reasons(MARA) == [Source.BUILTIN, Source.CONFIGURATION]
    assert server.access().model_calls_per_day == server.outside.configured_calls
    world = Permissions(allow_ai=False, model_calls_per_day=5)
    await server.world.amend(lambda rules: replace(rules, defaults=world), CONSOLE)
    assert reasons(MARA) == [Source.WORLD, Source.WORLD]
    assert reasons(HOST) == [Source.HOST, Source.WORLD]
    assert server.access(HOST).allow_ai
    await server.type("Mara enable")
    await server.type("Mara limit 7")
    assert reasons(MARA) == [Source.OVERRIDE, Source.OVERRIDE]


async def test_45_ai_off_turns_free_chat_off_too(server: Server) -> None:
    await server.type("Mara freechat enable")
    await server.type("Mara disable")
    assert not server.access().allow_free_chat
    assert server.access().reasons.allow_free_chat == Because(Reason.AI_OFF, Source.OVERRIDE)


def test_every_sentence_is_held_here_or_named_elsewhere() -> None:
    held: set[int] = set()
    for name in globals():
        if spread := re.match(r"test_(\d\d)_to_(\d\d)_", name):
            held |= set(range(int(spread[1]), int(spread[2]) + 1))
        elif numbers := re.match(r"test_((?:\d\d_)+)", name):
            held |= {int(number) for number in numbers[1].split("_") if number}
    assert held | ELSEWHERE.keys() == set(range(1, SENTENCES + 1))
