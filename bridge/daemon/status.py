"""What `status` says, as JSON (contract section 2) and as words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.core.invoked import typed

if TYPE_CHECKING:
    from bridge.daemon.wiring import Daemon


def as_json(daemon: Daemon) -> dict[str, Any]:
    """{ready, links: {name: {state, why}}, default, players, queue, today, paused, skippedLines}.

    `default` is the mode of the first server's world; `players` are the names online. Calls
    and cost (USD) are those of the day, of all servers together. Lines of the log over 64 KiB
    are skipped.
    """
    today = daemon.servers[0].desk.quota.today()
    return {
        "ready": daemon.health.ready,
        "links": {
            name: {"state": str(condition.state), "why": condition.why}
            for name, condition in daemon.health.links.items()
        },
        "default": str(daemon.servers[0].desk.access.rules.default),
        "players": [player.name for server in daemon.servers for player in server.link.online],
        "queue": daemon.turns.queued,
        "today": {"calls": today.calls, "cost": today.cost},
        "paused": daemon.servers[0].desk.pause.paused,
        "skippedLines": sum(server.link.skipped_lines for server in daemon.servers),
    }


def as_text(status: dict[str, Any]) -> str:
    """The same for a person; what is wrong stands with its reason."""
    lines = ["ready" if status["ready"] else "not ready: players cannot be answered"]
    width = max(map(len, status["links"]))
    for name, link in status["links"].items():
        why = f"  {link['why']}" if link["why"] else ""
        lines.append(f"  {name.ljust(width)}  {link['state']:4}{why}".rstrip())
    players = ", ".join(status["players"]) or "nobody"
    if skipped := status["skippedLines"]:
        lines.append(f"{skipped} lines of the log over 64 KiB were left out")
    lines.append(f"default mode {status['default']}; online: {players}; {status['queue']} waiting")
    today = status["today"]
    lines.append(f"today: {today['calls']} model calls, {today['cost']:.2f} USD")
    if status["paused"]:
        lines.append(f"models are paused: none is called until {typed('resume')}")
    return "\n".join(lines)
