"""A value made quickly is the value that its class makes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from bridge.quests.making import quickly
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
