from __future__ import annotations

import pytest

from bridge.doctor.finding import Verdict
from bridge.doctor.links import of_status


@pytest.mark.parametrize(
    ("name", "state", "why", "verdict"),
    [
        ("store", "up", "", Verdict.OK),
        ("rcon", "up", "", Verdict.OK),
        ("log", "up", "paper", Verdict.OK),
        ("answers", "up", "by rcon", Verdict.OK),
        ("answers", "down", "no way", Verdict.BROKEN),
        ("log", "down", "not there", Verdict.BROKEN),
        ("rcon", "down", "refused", Verdict.WARNING),
        ("management", "off", "not on", Verdict.OK),
        ("anything", "new", "", Verdict.WARNING),
    ],
)
@pytest.mark.parametrize("server", ["", "main"])
def test_a_link_of_a_daemon_is_a_finding(
    server: str, name: str, state: str, why: str, verdict: Verdict
) -> None:
    full = f"{server}/{name}" if server else name
    (finding,) = of_status({"links": {full: {"state": state, "why": why}}})
    assert (finding.link, finding.server, finding.verdict) == (name, server, verdict)
    assert why in finding.text
    assert bool(finding.todo) == (state == "down")


@pytest.mark.parametrize("status", [None, {}, {"links": 7}, [], "x"])
def test_a_daemon_that_says_nothing_is_broken(status: object) -> None:
    (finding,) = of_status(status)
    assert finding.verdict is Verdict.BROKEN
