"""Proof: every known line gives its event, and no damaged one fails or means what it must not.

    python -m scripts.prove.log_lines [--lines N] [--write docs/proof.md]

The known lines are `tests/data/log_lines.tsv` and the reference page's `log-lines.tsv`, where that
is at hand. The damaged ones are made of them: pieces cut out, doubled, put together, spiced with
the characters that layouts, consoles and terminals are made of, and with other bytes. Each is
judged alone, and read in order beside a roster. By default 100,000.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.core.events import Chat
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.dialects.wire import as_json
from scripts.prove.section import put_section

ROOT: Final = Path(__file__).parents[2]
OWN: Final = ROOT / "tests" / "data" / "log_lines.tsv"
REFERENCE: Final = ROOT.parent / "shared" / "reference" / "log-lines.tsv"

SPICES: Final = (
    *(bytes([byte]) for byte in b"[]<>():/* \t\r\x00\x1b\x7f\xff\xc2"),
    *(b"]: ", b"> ", b"<--[HERE]", b"[Not Secure] ", b"System chat: ", b" joined the game"),
    *("§".encode(), "\u202e".encode(), b"\x1b[1G", b"\x1b[2K", b"@", b".", "张".encode("gbk")),
)
# Independent of the reader: a header is a time in brackets, or a plain date and time; a prompt,
# escape sequences, `§` codes and marks that are not seen may stand before and in it.
CAN_BE_HEADER: Final = re.compile(rb"\[?(?:\d|>|\r|\x1b|\xc2\xa7|\xe2|\xef|\xd8\x9c|\xd9|\xdb)")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-f]{2})|([rnt\\]))")
_NAMED: Final = {"r": b"\r", "n": b"\n", "t": b"\t", "\\": b"\\"}
CHAT: Final = b"[12:00:00] [Server thread/INFO]: <Mara> "


class Failed(Exception):  # noqa: N818
    """What must hold does not."""


class Online:
    """Who is in the game, for the reader."""

    online = ("Mara", "Teo", ".Juno")

    def __contains__(self, name: object) -> bool:
        return name in self.online


@dataclass(slots=True)
class Outcome:
    """What became of the lines."""

    known: int = 0
    damaged: int = 0
    events: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0.0


def rows(table: Path) -> list[tuple[bytes, str]]:
    """The lines of a table with their events in JSON; none where there is no such file."""
    if not table.exists():
        return []
    lines = table.read_text(encoding="utf-8").splitlines()
    title, *cells = (line.split("\t") for line in lines if not line.startswith("#"))
    line, event = title.index("line"), title.index("event")
    return [(raw(row[line]), row[event]) for row in cells]


def raw(text: str) -> bytes:
    """A table's line: ESC, CR, tabs and bytes that are no text stand there as escapes."""
    made = b""
    end = 0
    for match in _ESCAPE.finditer(text):
        made += text[end : match.start()].encode()
        made += bytes.fromhex(match[1]) if match[1] else _NAMED[match[2]]
        end = match.end()
    return made + text[end:].encode()


def damaged(line: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """The line with one to four things wrong with it."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randint(0, len(line))
        match chance.randint(0, 4):
            case 0:
                line = line[:place] + chance.choice(SPICES) + line[place:]
            case 1:
                line = line[:place] + line[place + chance.randint(1, 6) :]
            case 2:
                line = line[:place] + bytes([chance.randint(0, 255)]) + line[place + 1 :]
            case 3:
                line = line[:place] + line[place : place + 20] * chance.randint(2, 5) + line[place:]
            case _:
                other = chance.choice(others)
                line = line[:place] + other[chance.randint(0, len(other)) :]
    return line.replace(b"\n", b" ")


def prove(count: int, seed: int = 3) -> Outcome:
    """The known lines, and that many damaged ones. Raises Failed."""
    outcome = Outcome()
    known = [*rows(OWN), *rows(REFERENCE)]
    began = perf_counter()
    for line, event in known:
        found = parse(line)
        if (found and as_json(found)) != json.loads(event):
            raise Failed(f"{line!r} is {found}, not {event}")
        outcome.known += 1
    chance = random.Random(seed)
    lines = [line for line, _ in known]
    reader = Reader(roster=Online())
    for _ in range(count):
        _try(damaged(chance.choice(lines), lines, chance), reader, outcome)
    outcome.seconds = perf_counter() - began
    return outcome


def _try(line: bytes, reader: Reader, outcome: Outcome) -> None:
    event = parse(line)
    reader.read(line)
    if event is not None and not CAN_BE_HEADER.match(line):
        raise Failed(f"without a header: {line!r}")
    for said in (parse(CHAT + line), reader.read(CHAT + line)):
        if said is not None and not (isinstance(said, Chat) and said.player == "Mara"):
            raise Failed(f"chat is more than chat: {line!r}")
    outcome.damaged += 1
    if event is not None:
        outcome.events[event.event] += 1


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    try:
        outcome = prove(options.lines)
    except Failed as failed:
        print(f"FAILED: {failed}", file=sys.stderr)
        return 1
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in sorted(outcome.events.items()))
    text = (
        f"- {outcome.known:,} known lines: each gives its event\n"
        f"- {outcome.damaged:,} damaged lines, alone, beside a roster, and as what a player says: "
        f"none fails, none without a header is an event, none said is anything but chat\n"
        f"- {sum(outcome.events.values()):,} of them still mean something: {kinds}"
    )
    print(text)
    print(f"{outcome.seconds:.1f} s")
    if options.write:
        put_section(options.write, "log_lines", "What a line of the log means", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
