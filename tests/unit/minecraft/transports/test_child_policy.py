"""Whether a server that ended is launched again."""

from __future__ import annotations

import pytest

from bridge.minecraft.transports.child_policy import (
    LONGEST_DELAY,
    MOST_SHORT,
    SHORT_SECONDS,
    Again,
    Ended,
    GiveUp,
    Rest,
    Restart,
    RestartPolicy,
    is_crash,
)


def ended(*, code: int = 1, crashed: bool = True, seconds: float = 1.0) -> Ended:
    return Ended(code=code, crashed=crashed, seconds=seconds)


@pytest.mark.parametrize(
    ("restart", "after_crash", "after_stop"),
    [
        ("never", Rest(), Rest()),
        ("on-crash", Again(1), Rest()),
        ("always", Again(1), Again(1)),
    ],
)
def test_what_follows_an_end(restart: Restart, after_crash: object, after_stop: object) -> None:
    assert RestartPolicy(restart).after(ended()) == after_crash
    assert RestartPolicy(restart).after(ended(code=0, crashed=False)) == after_stop


def test_short_runs_are_waited_between_longer_and_longer_and_given_up() -> None:
    policy = RestartPolicy("always")
    decisions = [policy.after(ended()) for _ in range(MOST_SHORT)]
    assert decisions[:-1] == [Again(1), Again(2), Again(4), Again(8)]
    assert isinstance(decisions[-1], GiveUp)


def test_a_long_run_begins_anew() -> None:
    policy = RestartPolicy("always")
    for _ in range(100):
        for _ in range(MOST_SHORT - 1):
            decision = policy.after(ended())
            assert isinstance(decision, Again)
            assert 1 <= decision.seconds <= LONGEST_DELAY
        assert policy.after(ended(seconds=SHORT_SECONDS)) == Again(1)


def test_what_somebody_wants_begins_anew() -> None:
    policy = RestartPolicy("always")
    while isinstance(policy.after(ended()), Again):
        pass
    policy.forget()
    assert policy.after(ended()) == Again(1)


@pytest.mark.parametrize("code", [126, 127])
def test_a_command_that_cannot_be_run_is_not_tried_again(code: int) -> None:
    assert isinstance(RestartPolicy("on-crash").after(ended(code=code)), GiveUp)
    assert RestartPolicy("never").after(ended(code=code)) == Rest()


@pytest.mark.parametrize(
    ("code", "asked", "told", "crash"),
    [
        (0, False, False, False),
        (0, False, True, True),
        (1, False, False, True),
        (137, False, False, True),
        (143, False, False, False),
        (130, False, False, False),
        (1, True, False, False),
        (0, True, True, False),
    ],
)
def test_what_is_a_crash(*, code: int, asked: bool, told: bool, crash: bool) -> None:
    assert is_crash(code, asked=asked, told=told) is crash
