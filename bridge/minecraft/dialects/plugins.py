"""What plugins, mods and chat bridges print in the server's own layout, behind a tag of their own.

A tag, `[Name] `, looks as `/say` does. Where it is known who is online, that decides; a line that
is judged alone has only its thread, its words and these names.
"""

from __future__ import annotations

import re

# The server's own threads on which the game runs no command.
_THREAD = re.compile(
    r"main$|ServerMain|Worker-|Server-Worker|modloading-worker|IO-Worker|User Authenticator"
)

# Of plugins and mods that most servers with such have, and of what bridges call the other side.
_WORDS = """
    advancedban authme bluemap bukkit carpet chestshop chunky citizens clearlag cmi coreprotect
    craftbukkit deluxemenus dynmap essentials essentialschat essentialsspawn essentialsx fabric
    fawe floodgate forge ftbbackups ftbranks ftbutilities geyser griefprevention headdatabase
    itemsadder kubejs ledger libsdisguises litebans luckperms mcmmo mythicmobs neoforge nuvotifier
    oraxen packetevents placeholderapi plotsquared plugman prism protocollib quickshop sentinel
    simplebackups skinsrestorer slimefun spark stdout stderr tebex towny vault viabackwards
    viarewind viaversion voicechat votifier worldborder worldedit worldguard
    bridge discord discordbridge discordsrv irc matrix qq slack telegram twitch web webchat
"""
_NAMES = frozenset(_WORDS.split())
_TAG = re.compile(r"\[([^\[\]:]{1,40})\] ")
_LIFE = re.compile(r"(?:Enabling|Disabling|Loading(?: server plugin)?) \S{1,60} v\S")


def tag_of(thread: str, message: str) -> str | None:
    """The name in a plugin's tag: `[LuckPerms] ...`, or any on a thread of plugins."""
    if (tag := _TAG.match(message)) is None:
        return None
    name = tag[1]
    is_one = name.casefold() in _NAMES or _LIFE.match(message, tag.end()) or _THREAD.match(thread)
    return name if is_one else None
