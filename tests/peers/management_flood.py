"""More frames than anybody could want, as a broken or malicious management server sends them."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from tests.peers.management_server import MARA

if TYPE_CHECKING:
    from tests.peers.management_server import ManagementPeer

_NOTICE = "minecraft:notification/"
_KINDS: tuple[dict[str, object], ...] = (
    {"method": f"{_NOTICE}gamerules/updated", "params": [{"key": "x", "value": "y" * 200}]},
    {"method": "other:thing"},
    {"id": 1 << 40, "result": [MARA] * 20},
    {"id": None, "error": {"code": -32700, "message": "Parse error"}},
    {"id": 7, "method": "minecraft:ask_us", "params": []},
    {"method": f"{_NOTICE}players/joined", "params": [{"name": "", "id": 5}]},
    {"method": f"{_NOTICE}server/saved"},
    {"method": f"{_NOTICE}players/joined", "params": [MARA]},
    {"method": f"{_NOTICE}operators/added", "params": [{"player": MARA, "permissionLevel": 9}]},
    {"method": f"{_NOTICE}players/left", "params": [MARA]},
)
MEANT = 5
"""Events that `len(_KINDS)` frames mean: saved, UUID and join, an operator, a leave."""
KINDS = len(_KINDS)


async def flood(peer: ManagementPeer, frames: int) -> None:
    """Send so many frames as fast as they are read, all kinds in turn."""
    texts = [json.dumps({"jsonrpc": "2.0"} | kind) for kind in _KINDS]
    for number in range(frames):
        await peer.say(texts[number % KINDS])
        if number % 500 == 0:
            await asyncio.sleep(0)  # whoever shares the loop has a turn
