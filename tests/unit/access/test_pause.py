from typing import TYPE_CHECKING

from bridge.access.events import AccessEvent, PauseChanged
from bridge.access.history import Author
from bridge.access.pause import Pause, PauseEntry
from bridge.core.actors import Console, Player
from bridge.core.cards import Words

if TYPE_CHECKING:
    from bridge.storage.database import Database
    from tests.fakes.clock import FakeClock

SHELL = Author(Console(origin="shell"), "shell")
MARA = Author(Player(name="Mara"), "web")


async def test_it_is_off_until_somebody_turns_it_on_and_survives_a_restart(
    db: "Database", clock: "FakeClock", announced: list[AccessEvent]
) -> None:
    pause = await Pause.load(db, clock=clock, announce=announced.append)
    assert not pause.paused
    reply = await pause.set(True, SHELL)
    assert reply.lines == ((Words("access.pause.on"),),)
    assert pause.paused
    assert (await Pause.load(db, clock=clock, announce=announced.append)).paused
    assert announced == [PauseChanged(paused=True, author=SHELL)]


async def test_the_same_again_changes_nothing(
    db: "Database", clock: "FakeClock", announced: list[AccessEvent]
) -> None:
    pause = await Pause.load(db, clock=clock, announce=announced.append)
    assert (await pause.set(False, SHELL)).lines == ((Words("access.pause.same_off"),),)
    assert announced == []
    assert await pause.history() == []


async def test_who_paused_and_resumed_stays_known(
    db: "Database", clock: "FakeClock", announced: list[AccessEvent]
) -> None:
    pause = await Pause.load(db, clock=clock, announce=announced.append)
    paused_at = clock.now()
    await pause.set(True, SHELL)
    clock.advance(60)
    await pause.set(False, MARA)
    assert await pause.history() == [
        PauseEntry(clock.now(), MARA, False),
        PauseEntry(paused_at, SHELL, True),
    ]
