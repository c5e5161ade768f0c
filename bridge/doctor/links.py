"""What a running daemon says of its links, as findings. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from bridge.doctor.finding import Finding, Verdict, broken

if TYPE_CHECKING:
    from collections.abc import Iterator

NEEDED: Final = frozenset({"store", "log", "answers"})
"""Without one of these a request cannot be read, decided or answered (`daemon.wiring`)."""


def of_status(status: object) -> Iterator[Finding]:
    """From the data of `status` (contract section 2): {links: {name: {state, why}}, ...}."""
    told = cast("Mapping[str, object]", status) if isinstance(status, Mapping) else {}
    links = told.get("links")
    if not isinstance(links, Mapping):
        yield broken("daemon", "its answer is not understood", "restart it")
        return
    for name, condition in cast("Mapping[str, object]", links).items():
        if isinstance(condition, Mapping):
            yield _finding(name, cast("Mapping[str, object]", condition))


def _finding(name: str, condition: Mapping[str, object]) -> Finding:
    server, _, link = name.rpartition("/")
    why = str(condition.get("why") or "")
    match condition.get("state"):
        case "up":
            # RCON that others listen to is up, with a remark that says what to do.
            noted = link == "rcon" and why
            return Finding(link, Verdict.WARNING if noted else Verdict.OK, why or "up", "", server)
        case "off":
            return Finding(link, Verdict.OK, f"off: {why}", "", server)
        case _:
            verdict = Verdict.BROKEN if link in NEEDED else Verdict.WARNING
            return Finding(link, verdict, f"down: {why}", "", server)
