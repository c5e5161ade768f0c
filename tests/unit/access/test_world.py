import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.effective import Because, Permissions, Reason, Source
from bridge.access.events import AccessChanged, AccessEvent, ModeChosen
from bridge.access.history import Author, Change, Field
from bridge.access.world import WorldAccess
from bridge.access.world_rules import WorldRules
from bridge.core.actors import Console, Player
from bridge.core.errors import StoreError
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from bridge.storage.database import Database
    from tests.fakes.clock import FakeClock
    from tests.fakes.outside import Outside

MARA = Player(name="Mara", uuid=UUID(int=1))
TOM = Player(name="Tom", uuid=UUID(int=2))
SHELL = Author(Console(origin="shell"), "shell")
Load = Callable[["Database"], Awaitable[WorldAccess]]


def uuid(player: Player) -> UUID:
    assert player.uuid is not None
    return player.uuid


def to(mode: Mode) -> Callable[[WorldRules], WorldRules]:
    return lambda rules: replace(rules, default=mode)


def override(player: Player, permissions: Permissions) -> Callable[[WorldRules], WorldRules]:
    return lambda rules: rules.with_override(uuid(player), permissions)


async def test_the_first_sight_fixes_the_mode_at_the_default_of_that_moment(
    world: WorldAccess,
) -> None:
    await world.amend(to(Mode.EXTENDED), SHELL)
    await world.see(MARA)
    await world.amend(to(Mode.FREE), SHELL)
    await world.see(MARA)
    await world.see(TOM)
    assert world.effective(uuid(MARA)).saved_mode is Mode.EXTENDED
    assert world.effective(uuid(TOM)).saved_mode is Mode.FREE


async def test_the_host_begins_with_the_default_too(world: WorldAccess, outside: "Outside") -> None:
    outside.host = MARA.uuid
    await world.see(MARA)
    access = world.effective(uuid(MARA))
    assert (access.saved_mode, access.mode, access.max_mode) == (
        Mode.STANDARD,
        Mode.STANDARD,
        Mode.FREE,
    )


async def test_lowering_and_raising_the_default_restores_what_was_chosen(
    world: WorldAccess,
) -> None:
    await world.amend(to(Mode.FREE), SHELL)
    await world.see(MARA)
    assert await world.choose(uuid(MARA), Mode.EXTENDED) is None
    modes: list[Mode] = []
    for default in (Mode.OFFLINE, Mode.STANDARD, Mode.FREE):
        await world.amend(to(default), SHELL)
        modes.append(world.effective(uuid(MARA)).mode)
    assert modes == [Mode.OFFLINE, Mode.STANDARD, Mode.EXTENDED]


async def test_reset_removes_the_override_and_nothing_else(world: WorldAccess) -> None:
    await world.see(MARA)
    await world.choose(uuid(MARA), Mode.OFFLINE)
    before = world.rules, world.effective(uuid(MARA))
    await world.amend(override(MARA, Permissions(allow_free_chat=True)), SHELL)
    assert world.effective(uuid(MARA)).max_mode is Mode.FREE
    await world.amend(override(MARA, Permissions()), SHELL)
    assert (world.rules, world.effective(uuid(MARA))) == before


async def test_a_mode_above_what_is_allowed_is_refused_with_its_reason(
    world: WorldAccess, announced: list[AccessEvent]
) -> None:
    await world.see(MARA)
    assert await world.choose(uuid(MARA), Mode.FREE) == Because(Reason.CEILING, Source.WORLD)
    assert world.effective(uuid(MARA)).saved_mode is Mode.STANDARD
    assert announced == []
    assert await world.choose(uuid(MARA), Mode.OFFLINE) is None
    assert announced == [ModeChosen(world="world", player=uuid(MARA), mode=Mode.OFFLINE)]


async def test_without_a_model_everybody_is_offline_and_gets_the_mode_back_with_it(
    world: WorldAccess, outside: "Outside"
) -> None:
    await world.see(MARA)
    outside.model_configured = False
    access = world.effective(uuid(MARA))
    assert (access.mode, access.saved_mode) == (Mode.OFFLINE, Mode.STANDARD)
    assert access.reasons.mode == Because(Reason.NO_MODEL, Source.MODEL)
    outside.model_configured = True
    assert world.effective(uuid(MARA)).mode is Mode.STANDARD


async def test_a_player_without_uuid_is_offline_and_leaves_no_trace(
    world: WorldAccess, db: "Database", load: Load
) -> None:
    await world.see(Player(name="Ghost"))
    assert world.effective(None).mode is Mode.OFFLINE
    assert list((await load(db)).seen()) == []


async def test_everything_is_there_after_a_restart(
    world: WorldAccess, db: "Database", load: Load
) -> None:
    await world.see(MARA)
    await world.see(replace(MARA, name="Marah"))
    await world.amend(to(Mode.EXTENDED), SHELL)
    await world.amend(lambda r: replace(r, defaults=Permissions(allow_ai=False)), SHELL)
    await world.amend(override(TOM, Permissions(model_calls_per_day=0)), SHELL)
    again = await load(db)
    assert again.rules == world.rules
    assert again.revision == world.revision == 3
    assert {*again.seen()} == {
        Player(name="Marah", uuid=MARA.uuid),
        Player(name=str(TOM.uuid), uuid=TOM.uuid),
    }
    assert again.effective(uuid(MARA)) == world.effective(uuid(MARA))


async def test_a_change_is_announced_when_it_is_in_force(
    db: "Database", clock: "FakeClock", outside: "Outside"
) -> None:
    heard: list[tuple[AccessEvent, WorldRules]] = []

    def hear(event: AccessEvent) -> None:
        heard.append((event, world.rules))

    world = await WorldAccess.load(db, "world", clock=clock, circumstances=outside, announce=hear)
    first = await world.amend(to(Mode.FREE), SHELL)
    of_everybody = AccessChanged(
        world="world", player=None, changes=first, before=WorldRules(), author=SHELL
    )
    assert heard == [(of_everybody, WorldRules(default=Mode.FREE))]
    second = await world.amend(override(MARA, Permissions(allow_ai=False)), SHELL)
    of_mara = AccessChanged(
        world="world",
        player=MARA.uuid,
        changes=second,
        before=WorldRules(default=Mode.FREE),
        author=SHELL,
    )
    assert heard[1:] == [(of_mara, world.rules)]


async def test_nothing_different_is_no_change(
    world: WorldAccess, announced: list[AccessEvent]
) -> None:
    assert await world.amend(to(Mode.STANDARD), SHELL) == ()
    assert world.revision == 0
    assert announced == []
    assert await world.history() == []


async def test_the_history_is_newest_first_and_by_player(
    world: WorldAccess, clock: "FakeClock"
) -> None:
    await world.amend(to(Mode.FREE), SHELL)
    clock.advance(60)
    author = Author(TOM, "chat")
    await world.amend(override(MARA, Permissions(allow_ai=False)), author)
    first, second = await world.history()
    assert (first.at, first.author) == (clock.now(), author)
    assert second.change == Change(
        field=Field.DEFAULT_MODE, player=None, old="standard", new="free"
    )
    assert await world.history(MARA.uuid) == [first]


async def test_a_world_that_is_new_begins_with_the_built_in_rules_and_keeps_its_history(
    world: WorldAccess, db: "Database", load: Load
) -> None:
    await world.see(MARA)
    await world.amend(override(MARA, Permissions(allow_ai=False)), SHELL)
    await world.begin_anew(SHELL)
    for one in (world, await load(db)):
        assert one.rules == WorldRules()
        assert list(one.seen()) == []
        assert one.revision == 2
    assert [entry.change.new for entry in await world.history()] == [None, "false"]


async def test_concurrent_changes_lose_nothing(world: WorldAccess) -> None:
    def one_more(rules: WorldRules) -> WorldRules:
        calls = rules.override(uuid(MARA)).model_calls_per_day or 0
        return rules.with_override(uuid(MARA), Permissions(model_calls_per_day=calls + 1))

    async with asyncio.TaskGroup() as group:
        for number in range(20):
            group.create_task(world.amend(one_more, SHELL))
            group.create_task(world.see(Player(name=f"P{number}", uuid=UUID(int=100 + number))))
    assert world.rules.override(uuid(MARA)).model_calls_per_day == 20
    assert {f"P{number}" for number in range(20)} <= {player.name for player in world.seen()}


async def test_a_change_that_cannot_be_stored_is_not_in_force(
    world: WorldAccess, db: "Database", announced: list[AccessEvent]
) -> None:
    async with db.write() as tx:
        await tx.execute("DROP TABLE access_history")
    with pytest.raises(StoreError):
        await world.amend(to(Mode.FREE), SHELL)
    assert world.rules.default is Mode.STANDARD
    assert announced == []


async def test_a_change_whose_caller_is_cancelled_is_in_force_and_announced(
    world: WorldAccess, db: "Database", announced: list[AccessEvent], load: Load
) -> None:
    async with asyncio.TaskGroup() as group:
        changing = group.create_task(world.amend(to(Mode.FREE), SHELL))
        await asyncio.sleep(0)
        changing.cancel()
    assert changing.cancelled()
    assert world.rules.default is Mode.FREE
    assert (await load(db)).rules.default is Mode.FREE
    assert len(announced) == 1


async def test_access_under_other_rules_is_asked_without_changing_any(world: WorldAccess) -> None:
    assert MARA.uuid is not None
    await world.amend(to(Mode.FREE), SHELL)
    denied = WorldRules(overrides={MARA.uuid: Permissions(allow_ai=False)})
    assert world.effective_under(denied, MARA.uuid).max_mode is Mode.OFFLINE
    assert world.effective_under(world.rules, MARA.uuid) == world.effective(MARA.uuid)
    assert world.effective(MARA.uuid).max_mode is Mode.FREE


async def test_choosing_the_mode_that_is_saved_is_no_event(
    world: WorldAccess, announced: list[AccessEvent]
) -> None:
    assert MARA.uuid is not None
    for _ in range(2):
        assert await world.choose(MARA.uuid, Mode.OFFLINE) is None
    assert len(announced) == 1
