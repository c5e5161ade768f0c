"""How it stands with a server that is our child, as values, and in words for administrators."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Means(Enum):
    """How a server is made to stop, one after the other."""

    COMMAND = "stop"
    TERMINATE = "SIGTERM"
    KILL = "SIGKILL"


@dataclass(frozen=True, slots=True)
class Starting:
    """Its process is about to be made."""


@dataclass(frozen=True, slots=True)
class Running:
    """Its process is there; whether the game is ready, its lines tell."""

    pid: int


@dataclass(frozen=True, slots=True)
class Attached:
    """A server that we did not launch has the world open, or one that outlived our predecessor.

    `pid` is None where the kernel does not tell it. `stopping`: it was told to stop when the daemon
    that had launched it was killed, and ours is launched when it has ended.
    """

    pid: int | None
    stopping: bool


@dataclass(frozen=True, slots=True)
class Stopping:
    """It was told to stop by these means and has so many seconds."""

    means: Means
    seconds: float


@dataclass(frozen=True, slots=True)
class Stopped:
    """It ended. `code` None: not known. `again`: seconds until it is launched again, if it is."""

    code: int | None
    again: float | None = None


@dataclass(frozen=True, slots=True)
class Crashed:
    """It ended in disorder; see `Stopped`."""

    code: int | None
    again: float | None = None


@dataclass(frozen=True, slots=True)
class GaveUp:
    """It is not launched again by itself."""

    reason: str


ChildState = Starting | Running | Attached | Stopping | Stopped | Crashed | GaveUp


def words(state: ChildState) -> str:
    """One sentence for an administrator."""
    match state:
        case Starting():
            return "the server is being launched"
        case Running(pid=pid):
            return f"the server runs (process {pid})"
        case Attached(pid=pid, stopping=True):
            return f"the server of an earlier daemon is still stopping ({_process(pid)})"
        case Attached(pid=pid):
            return f"a server has the world open already ({_process(pid)}); attached to it"
        case Stopping(means=Means.COMMAND, seconds=seconds):
            return f"stopping the server; it has {seconds:g} s"
        case Stopping(means=means, seconds=seconds):
            return f"the server did not stop; {means.value}, it has {seconds:g} s"
        case Stopped(code=code, again=again):
            return f"the server stopped{_code(code)}{_again(again)}"
        case Crashed(code=code, again=again):
            return f"the server crashed{_code(code)}{_again(again)}"
        case GaveUp(reason=reason):
            return f"the server is not launched again: {reason}"


def _process(pid: int | None) -> str:
    return "a process that the kernel hides" if pid is None else f"process {pid}"


def _code(code: int | None) -> str:
    return "" if code is None else f" (exit code {code})"


def _again(again: float | None) -> str:
    return "" if again is None else f"; it is launched again in {again:g} s"
