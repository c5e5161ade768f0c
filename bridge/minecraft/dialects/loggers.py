"""Whose logger a line came from, where the layout tells it (reference page, section A1).

A logger's name cannot be forged by chat: what another mod prints is nobody's chat and no event.
"""

from __future__ import annotations

import re

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


def is_game(logger: str) -> bool:
    """Whether the game itself logs under this name."""
    return _GAME.fullmatch(logger) is not None


def is_script(logger: str) -> bool:
    """Whether server scripts log under this name."""
    return _SCRIPT.fullmatch(logger) is not None
