"""What a check came to. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LINK_WIDTH: Final = 14


class Verdict(StrEnum):
    """How a link is."""

    OK = "ok"
    WARNING = "warning"
    """It works, but not as it could or should."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """`todo` is what to do; `server` is whose link it is, "" for the daemon's own."""

    link: str
    verdict: Verdict
    text: str
    todo: str = ""
    server: str = ""


def ok(link: str, text: str) -> Finding:
    """It is as it should be."""
    return Finding(link, Verdict.OK, text)


def warning(link: str, text: str, todo: str = "") -> Finding:
    """See `Verdict`."""
    return Finding(link, Verdict.WARNING, text, todo)


def broken(link: str, text: str, todo: str = "") -> Finding:
    """See `Verdict`."""
    return Finding(link, Verdict.BROKEN, text, todo)


def of_server(name: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The same, of that server."""
    return (replace(finding, server=name) for finding in findings)


def is_broken(findings: Iterable[Finding]) -> bool:
    """Whether anything is."""
    return any(each.verdict is Verdict.BROKEN for each in findings)


def as_json(findings: Sequence[Finding], *, daemon: bool) -> dict[str, object]:
    """{ok, daemon, checks: [{server, link, state, text, todo}]}; `server` null: the daemon's."""
    return {
        "ok": not is_broken(findings),
        "daemon": daemon,
        "checks": [
            {
                "server": each.server or None,
                "link": each.link,
                "state": str(each.verdict),
                "text": each.text,
                "todo": each.todo,
            }
            for each in findings
        ],
    }


def as_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """For a person: a line each, what to do below it, and a count at the end."""
    several = len({each.server for each in findings if each.server}) > 1
    for each in findings:
        link = f"{each.server}/{each.link}" if several and each.server else each.link
        yield _plain(f"{each.verdict:<8} {link:<{_LINK_WIDTH}} {each.text}")
        if each.todo:
            yield _plain(f"{'':<{_LINK_WIDTH + 9}} -> {each.todo}")
    counts = [sum(each.verdict is verdict for each in findings) for verdict in Verdict]
    good, doubtful, bad = counts
    yield f"{good} ok, {doubtful} to look at, {bad} broken"


def _plain(text: str) -> str:
    """Names on a disk and replies are others' words: none of them moves the cursor."""
    flat = " ".join(text.splitlines()) if text.strip() else text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in flat)
