"""Lines a second: this project's judgement of a line against MCDReforged's, in one run.

Usage: python scripts/bench/dialects.py [LINES]

Both get the same text lines (chat, join, login, save in equal parts, in turn). MCDReforged parses a
line and asks it the questions its own reactors ask of every line; ours gives the event, alone and
under what is known of a server. They take turns at every piece of the text, and of each piece the
best of several rounds counts, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

from mcdreforged.handler.impl import VanillaHandler

from bridge.core.events import Join, Login
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcdreforged.info_reactor.info import Info

ROUNDS = 9
PIECE = 500
PLAYERS = 40


class Everyone:
    """The players of the run, all online."""

    online = tuple(f"Player_{number}" for number in range(PLAYERS))

    def __contains__(self, name: object) -> bool:
        return name in self._set

    _set = frozenset(online)


def lines(count: int) -> list[str]:
    """Chat, join, login and save lines in the vanilla layout."""
    made: list[str] = []
    for number in range(count):
        player = f"Player_{number % PLAYERS}"
        login = f"logged in with entity id {number} at (1.5, 64.0, -{number}.25)"
        message = (
            f"<{player}> @ai where do I get item number {number}",
            f"{player} joined the game",
            f"{player}[/192.0.2.7:{40000 + number % 999}] {login}",
            "Saved the game",
        )[number % 4]
        made.append(f"[12:{number // 60 % 60:02}:{number % 60:02}] [Server thread/INFO]: {message}")
    return made


def theirs() -> Callable[[str], object]:
    """MCDReforged's vanilla handler with all that its player and server reactors ask of a line."""
    handler = VanillaHandler()
    questions: tuple[Callable[[Info], object], ...] = (
        handler.parse_player_joined,
        handler.parse_player_left,
        handler.test_server_startup_done,
        handler.parse_server_version,
        handler.parse_server_address,
        handler.test_rcon_started,
        handler.test_server_stopping,
    )

    def judge(line: str) -> object:
        info = handler.parse_server_stdout(line)
        for question in questions:
            question(info)
        return info

    return judge


def parse_only() -> Callable[[str], object]:
    """MCDReforged's `parse_server_stdout` alone: the header and the chat pattern."""
    return VanillaHandler().parse_server_stdout


def seconds(judge: Callable[[str], object], text: Sequence[str]) -> float:
    """How long one pass takes."""
    start = perf_counter()
    for line in text:
        judge(line)
    return perf_counter() - start


def main(count: int) -> None:
    """Print the table; the last column is how many times faster than MCDReforged with its tests."""
    text = lines(count)
    assert sum(isinstance(parse(line), Join | Login) for line in text) == count // 4 * 2
    known = Reader(roster=Everyone())
    known.trust_roster()
    judges: dict[str, Callable[[str], object]] = {
        "MCDReforged, parse_server_stdout + event tests": theirs(),
        "MCDReforged, parse_server_stdout alone": parse_only(),
        "system-bridge, each line alone": parse,
        "system-bridge, under a known server": known.read,
    }
    pieces = [text[start : start + PIECE] for start in range(0, count, PIECE)]
    best = {name: [float("inf")] * len(pieces) for name in judges}
    for _ in range(ROUNDS):
        for place, piece in enumerate(pieces):
            for name, judge in judges.items():
                best[name][place] = min(best[name][place], seconds(judge, piece))
    took = {name: sum(times) for name, times in best.items()}
    reference = next(iter(took.values()))
    for name, total in took.items():
        speed = f"{count / total:10,.0f} lines/s  {total / count * 1e6:6.2f} us"
        print(f"{name:48} {speed}  {reference / total:5.2f}x")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
