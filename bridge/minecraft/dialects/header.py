"""The one grammar of line headers (reference page, section A1).

    [HH:MM:SS] [thread/LEVEL]: message                vanilla, Fabric, Spigot, every `latest.log`
    [HH:MM:SS] [thread/LEVEL] (Logger) message        some Fabric configurations
    [HH:MM:SS] [thread/LEVEL] [logger/]: message      Forge, NeoForge and their hybrids
    [ddMMMyyyy HH:MM:SS.mmm] [thread/LEVEL] [logger/MARKER]: message      their `latest.log`
    [HH:MM:SS LEVEL]: message                         Paper's console, Spigot before 1.14
    [HH:MM:SS LEVEL] [Logger]: message                Arclight's console; Velocity
    yyyy-MM-dd HH:MM:SS [LEVEL] message               Minecraft up to 1.6
    HH:MM:SS [LEVEL] message                          BungeeCord

A plain date and time may stand in front of, or instead of, the bracketed time, and a prompt (`> `)
in front of all. The header begins
at the first character of a cleaned line or there is none: a line without one continues another
line, and never means anything by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache

from bridge.minecraft.dialects.cleaning import clean
from bridge.minecraft.dialects.voices import Voice, voice_of


class Layout(IntEnum):
    """Which of the layouts a line has."""

    THREAD = auto()
    THREAD_LOGGER = auto()
    PARENTHESES = auto()
    LEVEL = auto()
    LEVEL_LOGGER = auto()
    LEGACY = auto()
    BUNGEE = auto()


@dataclass(frozen=True, slots=True)
class Source:
    """Who wrote a line: the header without its time. What the layout does not tell is empty."""

    layout: Layout
    thread: str
    level: str
    logger: str
    voice: Voice


Headed = tuple[Source, str]
"""A line that has a header: its source and its message."""

_LEVELS = "TRACE|DEBUG|INFO|WARN|ERROR|FATAL|WARNING|SEVERE|FINE|CONFIG"
_PROMPT = "(?:> ?){0,4}"
_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_DATE = r"\d{4}-\d\d-\d\d[ T]"
# The month's name follows the Java locale (`12toukok.2026`, `12thg 52026`), so a day may hold any
# letters, and a blank among them.
_DAY = r"\d[^\[\]\s]{0,20}(?: [^\[\]\s]{1,20})?"
_TIME = rf"(?:{_DAY}[ T])?{_CLOCK}"
# A thread may hold slashes (`RCON Client /127.0.0.1 #2`) and, in mods, whole bracket pairs; what
# closes it is the level. A message can hold the same text, so the thread never crosses a `]`.
_THREAD = r"[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*"
_LOGGER = _THREAD

_WITH_THREAD = re.compile(
    rf"{_PROMPT}(?:(?:{_DATE}{_CLOCK} )?\[{_TIME}\]|{_DATE}{_CLOCK})"
    rf" \[(?P<thread>{_THREAD})/(?P<level>{_LEVELS})\]"
    rf"(?:: | \((?P<named>[^()]+)\) | \[(?P<logger>{_LOGGER})\]: )"
)
_WITH_LEVEL = re.compile(
    rf"{_PROMPT}(?:{_DATE}{_CLOCK} )?\[{_TIME} (?P<level>{_LEVELS})\]"
    rf"(?: \[(?P<logger>{_LOGGER})\])?: "
)
_PLAIN = re.compile(rf"{_PROMPT}(?P<date>{_DATE})?{_CLOCK} \[(?P<level>{_LEVELS})\] ")
_SHORT_TIME = re.compile(r"\[[0-2]\d:[0-5]\d:[0-6]\d[] ]")
_SHORT_TIME_LENGTH = len("[HH:MM:SS")
_END = "]: "
_LONGEST_KEPT = 160


def read_header(line: str) -> Headed | None:
    """The header and message of one physical line; None for a line that continues another one."""
    if not line.isprintable() or "§" in line:
        line = clean(line)
    # Nearly every line has a bracketed time and one of a few sources, so those are looked up.
    head, end, message = line.partition(_END)
    if end and len(head) <= _LONGEST_KEPT and _SHORT_TIME.match(head):
        source = _source(head[_SHORT_TIME_LENGTH:])
        if source is not None:
            return source, message
    return _read(line)


@lru_cache(maxsize=512)
def _source(text: str) -> Source | None:
    """The source whose header is this text between a time and the last `]: `, if all of it is."""
    headed = _read(f"[00:00:00{text}{_END}")
    return headed[0] if headed is not None and not headed[1] else None


def _read(line: str) -> Headed | None:
    if match := _WITH_THREAD.match(line):
        if (logger := match["logger"]) is not None:
            layout = Layout.THREAD_LOGGER
        elif (logger := match["named"]) is not None:
            layout = Layout.PARENTHESES
        else:
            layout = Layout.THREAD
        source = _described(layout, match["thread"], match["level"], logger or "")
    elif match := _WITH_LEVEL.match(line):
        logger = match["logger"]
        layout = Layout.LEVEL if logger is None else Layout.LEVEL_LOGGER
        source = _described(layout, "", match["level"], logger or "")
    elif match := _PLAIN.match(line):
        layout = Layout.LEGACY if match["date"] else Layout.BUNGEE
        source = _described(layout, "", match["level"], "")
    else:
        return None
    return source, line[match.end() :]


def _described(layout: Layout, thread: str, level: str, logger: str) -> Source:
    return Source(layout, thread, level, logger, voice_of(thread, level, logger))
