"""What a change of access stops: exactly what it no longer allows."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access.effective import UNSET, Because, Permissions, Reason, Situation, Source
from bridge.access.rules import effective
from bridge.conversation.executions import Executions
from bridge.core.actors import Player
from bridge.core.modes import Mode
from tests.fakes.outside import Outside

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.access.effective import Effective
    from bridge.agent.failures import Failure

MARA, TEO = UUID(int=1), UUID(int=2)


@dataclass
class FakeExecution:
    """A request under way that writes down why it was stopped."""

    uuid: UUID | None
    needs: Mode
    stopped: list[Because] = field(default_factory=list[Because])
    ended: list[Failure] = field(default_factory=list["Failure"])

    @property
    def player(self) -> Player:
        return Player(name="somebody", uuid=self.uuid)

    def stop(self, why: Because) -> None:
        self.stopped.append(why)

    def end(self, failure: Failure) -> None:
        self.ended.append(failure)


def access(
    default: Mode = Mode.FREE, override: Permissions = UNSET, *, configured: bool = True
) -> Callable[[UUID | None], Effective]:
    outside = Outside()
    outside.model_configured = configured

    def of(uuid: UUID | None) -> Effective:
        return effective(
            Situation(
                default=default,
                defaults=UNSET,
                override=override if uuid == MARA else UNSET,
                saved_mode=Mode.FREE,
                circumstances=outside(uuid),
            )
        )

    return of


@pytest.mark.parametrize(
    ("now", "allowed"),
    [
        (access(Mode.FREE), list(Mode)),
        (access(Mode.EXTENDED), [Mode.OFFLINE, Mode.STANDARD, Mode.EXTENDED]),
        (access(Mode.STANDARD), [Mode.OFFLINE, Mode.STANDARD]),
        (access(Mode.OFFLINE), [Mode.OFFLINE]),
        (access(override=Permissions(allow_ai=False)), [Mode.OFFLINE]),
        (access(override=Permissions(model_calls_per_day=0)), [Mode.OFFLINE]),
        (access(override=Permissions(model_calls_per_day=1)), list(Mode)),
        (access(override=Permissions(allow_free_chat=False)), [Mode.OFFLINE, Mode.STANDARD]),
        (access(configured=False), [Mode.OFFLINE]),
    ],
)
def test_what_is_above_the_limit_is_stopped_with_its_reason_and_nothing_else(
    now: Callable[[UUID | None], Effective], allowed: list[Mode]
) -> None:
    executions = Executions()
    running = [FakeExecution(player, mode) for player, mode in product((MARA, TEO), Mode)]
    with ExitStack() as stack:
        for execution in running:
            stack.enter_context(executions.running(execution))
        stopped = executions.stop_disallowed(now)
    for execution in running:
        of_player = now(execution.uuid)
        is_allowed = execution.needs.rank <= of_player.max_mode.rank
        assert execution.stopped == ([] if is_allowed else [of_player.reasons.max_mode])
    assert [e.needs for e in running if e.uuid == MARA and not e.stopped] == allowed
    assert stopped == sum(bool(execution.stopped) for execution in running)


def test_what_has_ended_is_not_stopped_and_equal_ones_are_told_apart() -> None:
    executions = Executions()
    first, second = FakeExecution(MARA, Mode.FREE), FakeExecution(MARA, Mode.FREE)
    with executions.running(first):
        with executions.running(second):
            pass
        assert executions.stop_disallowed(access(Mode.OFFLINE)) == 1
    assert (len(first.stopped), second.stopped) == (1, [])


def test_another_mode_ends_what_was_begun_in_the_old_one_and_no_local_work() -> None:
    executions = Executions()
    local, own = FakeExecution(MARA, Mode.OFFLINE), FakeExecution(MARA, Mode.STANDARD)
    others = FakeExecution(TEO, Mode.FREE)
    with executions.running(local), executions.running(own), executions.running(others):
        assert executions.mode_changed(MARA) == 1
    assert own.stopped == [Because(Reason.CHOSEN, Source.PLAYER)]
    assert local.stopped == others.stopped == []


def test_a_player_without_uuid_has_nothing_but_local_work() -> None:
    executions = Executions()
    nobody = FakeExecution(None, Mode.STANDARD)
    with executions.running(nobody):
        executions.stop_disallowed(access(Mode.FREE))
    assert nobody.stopped == [Because(Reason.UNIDENTIFIED, Source.IDENTITY)]
