"""What is announced is a value."""

from dataclasses import FrozenInstanceError

import pytest

from bridge.prompts.events import PromptsReloaded


def test_it_is_frozen_and_compares_by_value() -> None:
    event = PromptsReloaded(server="main", digest="b", previous="a")
    assert event == PromptsReloaded(server="main", digest="b", previous="a")
    with pytest.raises(FrozenInstanceError):
        event.server = "other"  # pyright: ignore[reportAttributeAccessIssue] - that is the point
