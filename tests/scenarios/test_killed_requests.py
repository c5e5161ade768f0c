"""The proof of what becomes of requests when the daemon is killed, at a small size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.prove.killed_requests import proved

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_killed_daemon_answers_nothing_twice_and_leaves_no_request_untold(
    tmp_path: Path,
) -> None:
    outcome = await proved(tmp_path, kills=2, seed=1)
    assert (outcome.twice, outcome.silent) == (0, 0)
    assert outcome.answered > 0
    assert outcome.requests >= 8
