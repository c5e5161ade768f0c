"""What a running daemon says of its links, as findings. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from bridge.doctor.finding import Finding, Verdict, broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NEEDED: Final = frozenset({"store", "log", "answers"})
"""Without one of these a request cannot be read, decided or answered (`daemon.wiring`)."""

_TODO: Final = {
    "answers": "one way back must be up: rcon, management, a relay, or a server that is launched",
    "log": "start the server, or name its log: log = ... in bridge.toml",
    "management": "is the server started with these settings?",
    "model": "trace has each call; what is asked stands in config/system/system-model.json",
    "rcon": "is the server started, and was it restarted since RCON was turned on or changed?",
    "socket": "end what has that port, or set socket.listen, and restart the daemon",
    "store": "make room on that disk, and see that it can be written",
}
"""Where a link is down, and its words in `status` say no more than why."""


def of_status(status: object) -> Iterator[Finding]:
    """From the data of `status` (contract section 2): {links: {name: {state, why}}, ...}."""
    links = _mapping(_mapping(status).get("links"))
    if not links:
        yield broken("daemon", "it does not say how its links are", "restart it")
    for name, condition in links.items():
        yield _finding(name, _mapping(condition))


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def _finding(name: str, condition: Mapping[str, object]) -> Finding:
    server, _, link = name.rpartition("/")
    why = str(condition.get("why") or "")
    match condition.get("state"):
        case "up":
            # Who else hears RCON is told by `rcon.remarks`, with what to do.
            text = "up" if link == "rcon" or not why else why
            return Finding(link, Verdict.OK, text, "", server)
        case "off":
            return Finding(link, Verdict.OK, f"off: {why}", "", server)
        case _:
            verdict = Verdict.BROKEN if link in NEEDED else Verdict.WARNING
            return Finding(link, verdict, f"down: {why}", _TODO.get(link, ""), server)
