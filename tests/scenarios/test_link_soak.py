"""The proof that links lose and repeat nothing, at a hundredth of its size."""

from __future__ import annotations

from scripts.prove.link_soak import Size, run


def test_each_request_is_answered_once_or_reported_and_nothing_is_left_behind() -> None:
    outcome = run(Size(restarts=4, rcon_losses=1, socket_losses=1, requests=40))
    assert outcome.requests == 40
    assert (outcome.twice, outcome.silent) == (0, 0)
    assert outcome.answered > 20
    assert outcome.hours > 3
    assert outcome.left == {"tasks": 0, "files and connections": 0}
    assert outcome.holds


def test_all_kinds_of_trouble_come_and_as_often_as_is_said() -> None:
    troubles = list(Size().troubles)
    counts = {kind: troubles.count(kind) for kind in ("server", "daemon", "rcon", "socket")}
    assert counts == {"server": 24, "daemon": 24, "rcon": 24, "socket": 24}
