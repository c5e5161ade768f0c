"""A proposal is taken once, by the one who was shown it, while its button lives."""

from __future__ import annotations

from uuid import UUID

from bridge.workflows.knowledge.proposals import LIFETIME, MOST, Proposal, Proposals
from tests.fakes.clock import FakeClock

MARA, TEO = UUID(int=1), UUID(int=2)


def proposal(number: int = 0) -> Proposal:
    return Proposal(note="a.md", text="new", before="b", after=f"{number}", asker=MARA)


def test_it_is_taken_once_and_only_as_it_was_shown() -> None:
    proposals = Proposals(FakeClock())
    proposals.put(proposal())
    for note, before, after, asker in (
        ("b.md", "b", "0", MARA),
        ("a.md", "x", "0", MARA),
        ("a.md", "b", "x", MARA),
        ("a.md", "b", "0", TEO),
        ("a.md", "b", "0", None),
    ):
        assert proposals.take(note, before, after, asker=asker) is None
    assert proposals.take("a.md", "b", "0", asker=MARA) == proposal()
    assert proposals.take("a.md", "b", "0", asker=MARA) is None


def test_it_lives_as_long_as_its_button_and_the_newest_are_kept() -> None:
    clock = FakeClock()
    proposals = Proposals(clock)
    proposals.put(proposal())
    clock.advance(LIFETIME + 1)
    assert proposals.take("a.md", "b", "0", asker=MARA) is None
    for number in range(MOST + 1):
        proposals.put(proposal(number))
    assert proposals.take("a.md", "b", "0", asker=MARA) is None
    assert proposals.take("a.md", "b", "1", asker=MARA) is not None
