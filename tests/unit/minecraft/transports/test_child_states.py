"""How it stands with a server, in words."""

from __future__ import annotations

import pytest

from bridge.minecraft.transports.child_states import (
    Attached,
    ChildState,
    Crashed,
    GaveUp,
    Means,
    Running,
    Starting,
    Stopped,
    Stopping,
    words,
)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Starting(), "the server is being launched"),
        (Running(7), "the server runs (process 7)"),
        (
            Attached(7, stopping=False),
            "a server has the world open already (process 7); attached to it",
        ),
        (
            Attached(None, stopping=False),
            "a server has the world open already (a process that the kernel hides); attached to it",
        ),
        (
            Attached(7, stopping=True),
            "the server of an earlier daemon is still stopping (process 7)",
        ),
        (Stopping(Means.COMMAND, 60.0), "stopping the server; it has 60 s"),
        (Stopping(Means.TERMINATE, 10.0), "the server did not stop; SIGTERM, it has 10 s"),
        (Stopping(Means.KILL, 0.5), "the server did not stop; SIGKILL, it has 0.5 s"),
        (Stopped(0), "the server stopped (exit code 0)"),
        (Stopped(None, 2.0), "the server stopped; it is launched again in 2 s"),
        (Crashed(1, 4.0), "the server crashed (exit code 1); it is launched again in 4 s"),
        (GaveUp("it ended 5 times"), "the server is not launched again: it ended 5 times"),
    ],
)
def test_every_state_is_a_sentence(state: ChildState, text: str) -> None:
    assert words(state) == text
