"""Whose words a line holds, by its level, thread and logger (reference page, sections A1 and A7).

A logger's name cannot be forged by chat: what another mod prints is nobody's chat and no event.
Nor can a thread's: a server's own threads print what happened; a chat thread prints what players
wrote, in whatever form a plugin gave it, so that, bare, it may read like anything a server says;
and what chat bridges and plugins print in the background are the words of people outside the game.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class Voice(Enum):
    """Who speaks in a line. What its layout does not tell is taken for the game's."""

    GAME = auto()
    CHAT = auto()
    """Players, by a thread of theirs: nothing but chat counts there."""
    SCRIPT = auto()
    """The server's scripts, which sign what they hand over."""
    SERVER = auto()
    """Something else in the server, or the game at another level: no event, but it may tell which
    kind of server it is."""
    OUTSIDER = auto()
    """A chat bridge, or a pool on which the game prints nothing: no word counts."""


# `minecraft/PlayerList` on Forge's console, the full class in its file and up to 1.12; hybrids
# print the game's lines under a name of their own, or shortened (`ne.mi.se.MinecraftServer`), and
# Fabric's development layout the class alone. Where the layout names nobody it is the game.
_GAME = re.compile(
    r"|(?:net\.)?minecraft[./].*|n(?:e|et)?\.mi?\.(?:s|se|n|ne)\..*|minecraft(?:dedicated)?server"
    r"|dedicatedserver|playerlist|playermanager|serverlogin(?:networkhandler|packetlistenerimpl)"
    r"|minecraft|mohist|arclight|catserver|magma|youer|ketting|banner"
    r"|crucible|thermos|k?cauldron|server|bukkit|(?:org|net)\.(?:craft)?bukkit\..*",
    re.IGNORECASE | re.DOTALL,
)
_SCRIPT = re.compile(r"KubeJS\b.*", re.DOTALL)
_CHAT = re.compile(r"Async Chat Thread|Netty ")
# Clients of Discord and other services, then what plugins and mods run in the background. Not
# `Thread-6`, on which Spigot says that it stops.
_OUTSIDER = re.compile(
    r"JDA\b|Javacord|Kord\b|[Dd]iscord|[Dd]4[Jj]|reactor-|OkHttp|[Ww]eb[Ss]ocket|ktor-|nioEventLoop"
    r"|Craft (?:Async )?Scheduler|DefaultDispatcher-|ForkJoinPool|pool-\d|Timer-"
    r"|HttpClient-|New I/O |qtp\d|Jetty|parallel-\d|bounded[Ee]lastic"
)


def voice_of(thread: str, level: str, logger: str) -> Voice:
    """Who speaks under such a header; a part that its layout does not have is ""."""
    informs = level == "INFO"
    if informs and _SCRIPT.fullmatch(logger):
        return Voice.SCRIPT
    game = informs and _GAME.fullmatch(logger) is not None
    if _CHAT.match(thread):
        return Voice.CHAT if game else Voice.OUTSIDER
    if _OUTSIDER.match(thread):
        return Voice.OUTSIDER
    return Voice.GAME if game else Voice.SERVER
