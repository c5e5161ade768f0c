"""`status` says how the model is, and asks nobody to find out."""

from __future__ import annotations

import pytest

from bridge.access.events import CircumstancesChanged
from bridge.agent.events import ModelResponded
from bridge.core.bus import Bus
from bridge.core.model_calls import ModelFailure
from bridge.daemon.health import Condition, Health, State
from bridge.daemon.model_link import LINK, ModelLink
from bridge.settings.model_file import ModelFile

KEY = "sk-test-7Hq2ZpX9"
ENVIRONMENT = {"HIDDEN_VARIABLE": KEY}
NAMED = ModelFile(
    base_url="https://api.example.org/v1", model="tiny", api_key_env="HIDDEN_VARIABLE"
)
UP = Condition(State.UP, "tiny at api.example.org")


def health() -> Health:
    return Health(frozenset({"store"}), frozenset({LINK}))


def test_without_a_file_ai_is_off_and_it_says_which_file_is_meant() -> None:
    told = health()
    with ModelLink(told, ModelFile, ENVIRONMENT).told(Bus()):
        assert told.links[LINK] == Condition(
            State.OFF, "config/system/system-model.json names none; AI is off"
        )


def test_a_model_with_its_key_is_up_without_being_asked() -> None:
    told = health()
    with ModelLink(told, lambda: NAMED, ENVIRONMENT).told(Bus()):
        assert told.links[LINK] == UP


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (NAMED, "no key: the variable that apiKeyEnv names is not set or blank"),
        (
            ModelFile(base_url="127.0.0.1:8765/v1", model="tiny", api_key_required=False),
            "baseUrl is not an http or https URL",
        ),
    ],
)
def test_what_keeps_every_call_from_being_sent_is_told_at_once(file: ModelFile, why: str) -> None:
    told = health()
    with ModelLink(told, lambda: file, {}).told(Bus()):
        assert told.links[LINK] == Condition(State.DOWN, f"system-model.json: {why}")
        assert "HIDDEN_VARIABLE" not in told.links[LINK].why


def test_a_file_that_changes_is_told() -> None:
    files, told, bus = [ModelFile()], health(), Bus()
    with ModelLink(told, lambda: files[-1], ENVIRONMENT).told(bus):
        files.append(NAMED)
        bus.publish(CircumstancesChanged())
        assert told.links[LINK] == UP


def test_a_failed_call_is_told_once_until_one_succeeds(caplog: pytest.LogCaptureFixture) -> None:
    told, bus = health(), Bus()
    with ModelLink(told, lambda: NAMED, ENVIRONMENT).told(bus):
        why = "https://api.example.org: no connection"
        failed = ModelResponded(
            run="r", task="route", problem=str(ModelFailure.UNREACHABLE), why=why
        )
        for _ in range(3):
            bus.publish(failed)
        assert told.links[LINK] == Condition(State.DOWN, why)
        assert [line.message for line in caplog.records if line.levelname == "WARNING"] == [
            f"model: down: {why}"
        ]
        bus.publish(ModelResponded(run="r", task="route"))
        assert told.links[LINK] == UP


def test_a_pause_that_goes_on_is_not_told_again() -> None:
    told, bus = health(), Bus()
    with ModelLink(told, lambda: NAMED, ENVIRONMENT).told(bus):
        closed = ModelResponded(run="r", task="route", problem="closed", why="12 s are left")
        bus.publish(closed)
        assert told.links[LINK] == UP
