"""A hundredth of scripts/prove/prompts.py."""

from __future__ import annotations

import logging

from bridge.prompts import library
from scripts.prove.prompts import prove, told


async def test_prompts_change_whole_or_not_at_all() -> None:
    logging.getLogger(library.__name__).setLevel(logging.ERROR)
    tally = await prove(10, 2, seed=3)
    assert (tally.edits, tally.saves) == (10, 2)
    assert 0 < tally.broken < tally.edits
    assert tally.requests > 0
    assert not tally.failed, told(tally, 0)
