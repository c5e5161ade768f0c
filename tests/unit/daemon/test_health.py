"""What is up, what that means for readiness, and each change told once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bridge.daemon.health import Condition, Health, State

if TYPE_CHECKING:
    import pytest


def test_ready_when_every_needed_link_is_up() -> None:
    health = Health(frozenset({"log", "rcon"}))
    assert not health.ready
    health.up("log")
    assert not health.ready
    health.up("rcon")
    health.down("model", "no key")
    assert health.ready
    health.down("rcon", "connection refused")
    assert not health.ready


def test_links_that_are_not_needed_are_listed_too() -> None:
    health = Health(frozenset({"log"}))
    health.off("web", "not configured")
    assert health.links == {
        "log": Condition(State.DOWN, "not started yet"),
        "web": Condition(State.OFF, "not configured"),
    }


def test_a_change_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    health = Health(frozenset({"rcon"}))
    with caplog.at_level(logging.INFO, logger="bridge"):
        for _ in range(3):
            health.down("rcon", "connection refused")
        health.up("rcon")
        health.up("rcon")
    assert [record.getMessage() for record in caplog.records] == [
        "rcon: down: connection refused",
        "rcon: up",
    ]


def test_a_link_that_works_may_carry_a_remark(caplog: pytest.LogCaptureFixture) -> None:
    health = Health(frozenset({"socket"}))
    with caplog.at_level(logging.INFO, logger="bridge"):
        health.up("socket", "port 1 is taken; listening at port 2")
    assert health.ready
    assert health.links["socket"] == Condition(State.UP, "port 1 is taken; listening at port 2")
    assert caplog.messages == ["socket: up: port 1 is taken; listening at port 2"]


def test_a_reporter_takes_none_or_what_is_wrong() -> None:
    health = Health(frozenset({"store"}))
    report = health.reporter("store")
    report("the disk is full")
    assert health.links["store"] == Condition(State.DOWN, "the disk is full")
    report(None)
    assert health.links["store"] == Condition(State.UP)
