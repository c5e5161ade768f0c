from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

import bridge.ui
from bridge.access.effective import Because, Reason, Source
from bridge.access.quota import Cap, Exhausted
from bridge.agent.budget import Limit
from bridge.agent.failures import (
    AccessLost,
    BudgetSpent,
    CallsUsedUp,
    Cancelled,
    Failure,
    FailureError,
    Forgotten,
    ModelFailed,
    ModuleOff,
    NotOrganised,
    Paused,
    TooFast,
    Vetoed,
    WorkflowOff,
    is_recoverable,
    keeps_cards,
    words,
)
from bridge.core.cards import Plain, Words
from bridge.core.model_calls import ModelFailure

USED_UP = Exhausted(
    cap=Cap.PLAYER_CALLS, used=50, limit=50, returns=datetime(2026, 12, 1, tzinfo=UTC)
)
REVOKED = AccessLost(Because(Reason.AI_OFF, Source.OVERRIDE))
ALL: list[tuple[Failure, str]] = [
    (REVOKED, "access: ai_off (override)"),
    (CallsUsedUp(USED_UP), "quota: player_calls 50 of 50"),
    (TooFast(12.4), "rate: 12 s to wait"),
    (Paused(), "paused"),
    (ModuleOff("quests"), "module quests is off"),
    (WorkflowOff("system:reasoning"), "system:reasoning is switched off: its policy has no round"),
    (Cancelled(), "cancelled"),
    (Forgotten(), "forgotten"),
    (Vetoed("before:io.output", "no"), "before:io.output was vetoed: no"),
    (NotOrganised("empty"), "no answer: empty"),
    *((BudgetSpent(limit), f"budget: {limit}") for limit in Limit),
    *((ModelFailed(kind, "x"), f"model: {kind}: x") for kind in ModelFailure),
]


def test_every_kind_is_here() -> None:
    assert {type(failure) for failure, _ in ALL} == set(get_args(Failure))


@pytest.mark.parametrize(("failure", "reason"), ALL)
def test_the_trace_gets_the_whole_reason_in_one_line(failure: Failure, reason: str) -> None:
    assert str(failure) == reason
    assert str(FailureError(failure)) == reason


@pytest.mark.parametrize("failure", [failure for failure, _ in ALL])
@pytest.mark.parametrize("language", ["en_us", "zh_cn"])
def test_the_player_is_told_words_that_there_are(failure: Failure, language: str) -> None:
    keys: dict[str, str] = {}
    for file in Path(bridge.ui.__path__[0], "lang", language).glob("*.json"):
        keys |= json.loads(file.read_text(encoding="utf-8"))
    for part in words(failure):
        assert isinstance(part, Plain) or part.key in keys


def test_a_runs_limit_is_never_named_and_an_access_limit_always() -> None:
    for limit in Limit:
        assert words(BudgetSpent(limit)) == (Words("agent.not_completed"),)
    assert len(words(REVOKED)) > 1
    assert words(CallsUsedUp(USED_UP)) != words(TooFast(3))


@pytest.mark.parametrize("failure", [failure for failure, _ in ALL])
def test_cards_stay_but_after_revocation_a_switch_and_forget(failure: Failure) -> None:
    hides = isinstance(failure, AccessLost | ModuleOff | Forgotten | Paused)
    assert keeps_cards(failure) is not hides


RECOVERABLE = {
    *(
        ModelFailed(kind, "x")
        for kind in (
            ModelFailure.TIMEOUT,
            ModelFailure.UNREACHABLE,
            ModelFailure.BAD_REPLY,
            ModelFailure.EMPTY,
            ModelFailure.TOO_LARGE,
            ModelFailure.SERVER_ERROR,
        )
    ),
    NotOrganised("empty"),
    BudgetSpent(Limit.TOOL_CALLS),
    BudgetSpent(Limit.WRITE_STEPS),
}


@pytest.mark.parametrize("failure", [failure for failure, _ in ALL])
def test_only_these_are_recoverable(failure: Failure) -> None:
    assert is_recoverable(failure) is (failure in RECOVERABLE)
