"""Death messages: some hundred in the game, any number in mods, so they are asked for last.

Where it is known who is online, a sentence that begins with an online player and is none of the
known other forms is a death (reference page, section A3). Else it has to begin as the game's own
death messages do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bridge.core.events import Death

if TYPE_CHECKING:
    from bridge.minecraft.dialects.names import Names

# The openings of `death.*` in the game's en_us words, without the name in front.
_DEATH = re.compile(
    r" (?=(?:"
    r"was (?:slain|shot|killed|squashed|squished|pricked|poked|stung|roasted|skewered|impaled"
    r"|fireballed|frozen|burn(?:t|ed)|blown up|struck by lightning|obliterated|pummeled|smashed"
    r"|speared|doomed|spitballed|blown from|knocked into the void|too soft for this world)"
    r"|died(?=$| because of | from )|drowned|blew up|hit the ground too hard|tried to swim in lava"
    r"|walked into (?:a cactus|fire|the danger zone)|went (?:off with a bang|up in flames)"
    r"|experienced kinetic energy|froze to death|discovered the floor was lava|burned to death"
    r"|suffocated in a wall|starved to death|withered away|left the confines of this world"
    r"|didn't want to live in the same world|fell (?:from|off|out|while|too far|into)"
    r")(?![^\W\d_]))"
)
_LONGEST_DISPLAY = 64

# What else begins with a player's name: answers to console commands, warnings, plugin notices.
_NOT_A_DEATH = re.compile(
    r"(?:has|is|was (?:kicked|banned|muted|jailed|warned|given|teleported|promoted|demoted"
    r"|added|removed|opped)|lost connection"
    r"|moved|tried to (?:use|log|join|connect|attack|place)|issued|whispers|says|said|joined"
    r"|left the game|logged|disconnected|connected|started riding|stopped riding|dismounted"
    r"|executed|used|sent|ran|votes?|voted|completed|earned|reached|unlocked|made|can(?:no|')t|now|already"
    r"|does(?:n't)?|gave|got|received|found|bought|sold|claimed|placed|broke|dropped|picked up"
    r"|opened|set|changed|whispered|teleported)\b"
)


def read_death(message: str, names: Names) -> Death | None:
    """The sentence without the name in front."""
    if match := _DEATH.search(message, 0, _LONGEST_DISPLAY):
        player = names.stated(message[: match.start()])
        if player:
            return Death(player=player, text=message[match.end() :])
    if names.everybody or message.startswith("["):
        return None
    if (opened := names.opening(message)) is None:
        return None
    player, text = opened
    if not text[:1].isalpha() or _NOT_A_DEATH.match(text):
        return None
    return Death(player=player, text=text)
