"""Which kind of server a log belongs to, from what the server says about itself when it starts.

Every mark is the beginning of a message under a header, so chat cannot be one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.minecraft.dialects.flavours import DIALECTS, PROXIES
from bridge.minecraft.dialects.header import Layout

if TYPE_CHECKING:
    from bridge.minecraft.dialects.flavours import Dialect
    from bridge.minecraft.dialects.header import Headed


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The dialect, and the words of the log that told it."""

    dialect: Dialect
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyFound:
    """The log is a proxy's, not a game server's (`flavours.proxy_refusal` says why not)."""

    proxy: str
    why: str


Finding = Found | ProxyFound

_MARKS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"Booting up Velocity\b"), "velocity"),
    (re.compile(r"\[(?:connected player|server connection)\] \S+ "), "velocity"),
    (re.compile(r"Enabled Waterfall version\b"), "waterfall"),
    (re.compile(r"(?:Enabled|Using) BungeeCord version\b"), "bungeecord"),
    (re.compile(r"\[/\S+(?:\|\w+)?\] <-> InitialHandler has "), "bungeecord"),
    (re.compile(r"Loading .*\bwith Fabric Loader "), "fabric"),
    (re.compile(r"Loading .*\bwith Quilt Loader "), "quilt"),
    (re.compile(r"ModLauncher running: args .*\barclight"), "arclight"),
    (re.compile(r"ModLauncher running: args .*--fml\.neoForgeVersion"), "neoforge"),
    (re.compile(r"ModLauncher running: args .*--fml\.forgeVersion"), "forge"),
    (re.compile(r"NeoForge mod loading, version "), "neoforge"),
    (re.compile(r"Forge (?:Mod Loader|mod loading,) version "), "forge"),
)
_OPENINGS = ("Boot", "[", "Enabled ", "Using ", "Loading ", "ModLauncher ", "NeoForge ", "Forge ")
_BUKKIT = re.compile(r"This server is running (?P<name>[\w-]+) version ")
_FORKS = {"craftbukkit": "spigot"}
# A fork that has no dialect of its own is taken for a Paper, as they all are by now.
_OTHER_FORK = "paper"
_STARTED = re.compile(r'Done \(\d+[.,]\d+s\)! For help, type "help"')
# A server that is up and has named itself in no other way.
_UNNAMED = {
    Layout.THREAD: "vanilla",
    Layout.PARENTHESES: "fabric",
    Layout.THREAD_LOGGER: "forge",
}
_LONGEST_MARK = 2000


class Detector:
    """Fed with the lines of a log, in order.

    Within one start a later mark is the more exact one, but that a server with plugins runs on a
    mod loader changes nothing. Another start may be another kind of server.
    """

    def __init__(self) -> None:
        self.finding: Finding | None = None
        self._marked = False

    def feed(self, line: Headed) -> Finding | None:
        """What this line tells that was not known before it."""
        if _STARTED.match(line[1]):
            finding = None if self._marked else _unnamed(line)
            self._marked = False
        elif finding := _tell(line):
            if self._marked and _is_loader(finding) and not _is_loader(self.finding):
                return None
            self._marked = True
        if finding is None or finding == self.finding:
            return None
        self.finding = finding
        return finding


def _tell(line: Headed) -> Finding | None:
    message = line[1][:_LONGEST_MARK]
    if match := _BUKKIT.match(message):
        name = match["name"].lower()
        return _found(_FORKS.get(name, name if name in DIALECTS else _OTHER_FORK), match[0])
    if message.startswith(_OPENINGS):
        for mark, name in _MARKS:
            if match := mark.match(message):
                return _found(name, match[0])
    return None


def _unnamed(line: Headed) -> Finding | None:
    name = _UNNAMED.get(line[0].layout)
    return _found(name, line[1]) if name else None


def _found(name: str, why: str) -> Finding:
    if name in PROXIES:
        return ProxyFound(proxy=name, why=why.strip())
    return Found(dialect=DIALECTS[name], why=why.strip())


def _is_loader(finding: Finding | None) -> bool:
    return isinstance(finding, Found) and finding.dialect.plugins is False
