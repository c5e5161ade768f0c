"""Daemon and server under SIGKILL; `scripts/prove/wrapper.py` has the rules, and does it more."""

from __future__ import annotations

import asyncio
import sys

import pytest

from scripts.prove.wrapper import KILLED, prove

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")

EACH = 2


@pytest.mark.parametrize("killed", KILLED)
def test_whoever_is_killed_there_is_one_server_again(killed: str) -> None:
    outcome = asyncio.run(prove(killed, EACH))
    assert outcome.kills == EACH
    if killed == "the daemon":
        assert outcome.attached
