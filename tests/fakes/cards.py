"""Cards as tests look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.cards import Run

if TYPE_CHECKING:
    from bridge.core.cards import Button, Card


def run_of(button: Button) -> Run:
    """What a button runs; one that shows a card fails the test."""
    assert isinstance(button.action, Run)
    return button.action


def runs_of(card: Card) -> list[Run]:
    """What the buttons of a card run, in order."""
    return [run_of(button) for button in card.buttons]
