"""The bus delivers by class, in priority order, and stops at the first veto."""

from __future__ import annotations

from dataclasses import dataclass

from bridge.core.bus import Bus, Veto


@dataclass(frozen=True)
class Opened:
    name: str


@dataclass(frozen=True)
class Closed:
    name: str


def test_only_subscribers_of_the_very_class_hear_an_event() -> None:
    bus = Bus()
    heard: list[object] = []
    with bus.subscribed(Opened, heard.append), bus.subscribed(Closed, lambda _: Veto("never")):
        bus.publish(Opened("door"))
    assert heard == [Opened("door")]


def test_a_subscription_ends_with_its_block() -> None:
    bus = Bus()
    heard: list[object] = []
    with bus.subscribed(Opened, heard.append):
        pass
    bus.publish(Opened("door"))
    assert heard == []


def test_lower_priorities_run_first_and_equal_ones_in_order_of_subscription() -> None:
    bus = Bus()
    order: list[str] = []
    with (
        bus.subscribed(Opened, lambda _: order.append("second")),
        bus.subscribed(Opened, lambda _: order.append("third")),
        bus.subscribed(Opened, lambda _: order.append("first"), priority=10),
    ):
        bus.publish(Opened("door"))
    assert order == ["first", "second", "third"]


def test_the_first_veto_is_the_answer_and_nobody_after_it_is_asked() -> None:
    bus = Bus()
    asked: list[str] = []

    def late(event: Opened) -> Veto | None:
        asked.append(event.name)
        return None

    with (
        bus.subscribed(Opened, lambda _: Veto("locked"), priority=10),
        bus.subscribed(Opened, late),
    ):
        assert bus.vetoed(Opened("door")) == Veto("locked")
    assert asked == []
    assert bus.vetoed(Opened("door")) is None


def test_a_subscriber_that_leaves_while_being_told_disturbs_nobody() -> None:
    bus = Bus()
    heard: list[str] = []
    leaving = bus.subscribed(Opened, lambda _: heard.append("leaving"))
    leaving.__enter__()

    def first(_: Opened) -> None:
        leaving.__exit__(None, None, None)

    with (
        bus.subscribed(Opened, first, priority=1),
        bus.subscribed(Opened, lambda _: heard.append("stays")),
    ):
        bus.publish(Opened("door"))
    assert heard == ["leaving", "stays"]
