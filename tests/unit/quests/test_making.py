"""A value made quickly is the value that its class makes."""

from __future__ import annotations

import threading
from copy import copy
from dataclasses import FrozenInstanceError, replace

import pytest

from bridge.quests.making import begun, quickly
from bridge.quests.model import Item, Quest, Reward, Task

MADE = [
    (quickly(Item)(id="i", name="n"), Item(id="i", name="n")),
    (
        quickly(Task)(id="t", type="x", title="T", amount=3),
        Task(id="t", type="x", title="T", amount=3),
    ),
    (quickly(Reward)(id="r", type="x", title="R"), Reward(id="r", type="x", title="R")),
    (
        quickly(Quest)(id="q", chapter="c", title="Q", tags=("a",)),
        Quest(id="q", chapter="c", title="Q", tags=("a",)),
    ),
]


@pytest.mark.parametrize(("made", "own"), MADE)
def test_it_is_equal_frozen_and_can_be_replaced(made: object, own: object) -> None:
    assert made == own
    assert own == made
    assert hash(made) == hash(own)
    assert repr(made) == repr(own)
    assert replace(made, id="z") == replace(own, id="z")  # pyright: ignore[reportArgumentType] - they are dataclasses with an id
    with pytest.raises(FrozenInstanceError):
        made.id = "z"  # pyright: ignore[reportAttributeAccessIssue] - as above


WHOLE = Quest(id="q", chapter="c", title="Q", optional=True, tags=("a",))


def _begun(rest: Quest = WHOLE) -> Quest:
    return begun(Quest, lambda: rest, id="q", chapter="c", optional=True)


def test_what_comes_later_is_there_whenever_it_is_looked_at() -> None:
    assert _begun().title == "Q"
    assert _begun().tags == ("a",)
    assert _begun().subtitle == ""  # the class's default
    assert _begun() == WHOLE
    assert hash(_begun()) == hash(WHOLE)
    assert repr(_begun()) == repr(WHOLE)
    assert replace(_begun(), id="z") == replace(WHOLE, id="z")
    assert copy(_begun()) == WHOLE


def test_the_rest_is_asked_for_once_and_only_for_what_comes_later() -> None:
    asked: list[Quest] = []

    def rest() -> Quest:
        asked.append(WHOLE)
        return WHOLE

    quest = begun(Quest, rest, id="q", chapter="c")
    assert (quest.id, quest.minimum, quest.hiding, quest.dependencies) == ("q", 0, WHOLE.hiding, ())
    assert asked == []
    assert (quest.title, quest.tasks, quest.tags) == ("Q", (), ("a",))
    assert asked == [WHOLE]


def test_what_was_given_at_the_start_stays() -> None:
    quest = begun(Quest, lambda: replace(WHOLE, optional=False), id="q", chapter="c", optional=True)
    assert quest.title == "Q"
    assert quest.optional


def test_threads_that_ask_at_once_see_the_same() -> None:
    gate = threading.Barrier(2)

    def rest() -> Quest:
        gate.wait(5)  # until the other thread is here too
        return WHOLE

    quest = begun(Quest, rest, id="q", chapter="c")
    seen: list[str] = []
    threads = [threading.Thread(target=lambda: seen.append(quest.title)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert seen == ["Q", "Q"]


def test_a_field_that_the_rest_has_not_is_no_attribute() -> None:
    quest = begun(Quest, lambda: quickly(Quest)(id="q", chapter="c", title="Q"), id="q")
    with pytest.raises(AttributeError):
        _ = begun(Quest, lambda: object.__new__(Quest), id="q").title
    assert quest.title == "Q"
