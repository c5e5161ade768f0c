"""What `data get entity` shows of a player: a few fields of the game's player data, as SNBT.

Nothing is stored: a simulated player stands at the spawn point with full health.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, TypeAlias

from bridge.demo.reader import CommandError

if TYPE_CHECKING:
    from uuid import UUID

Data: TypeAlias = "str | list[Data] | dict[str, Data]"
"""A tree whose leaves are SNBT already."""

SPAWN = ("0.5", "64.0", "0.5")

_STEP = re.compile(r"\.?([A-Za-z0-9_]+)|\[(-?\d+)\]")


def of_player(uuid: UUID, *, data_version: int) -> dict[str, Data]:
    """The fields of a player."""
    parts = struct.unpack(">iiii", uuid.bytes)
    return {
        "DataVersion": str(data_version),
        "Dimension": '"minecraft:overworld"',
        "Health": "20.0f",
        "Inventory": [],
        "OnGround": "1b",
        "Pos": [f"{number}d" for number in SPAWN],
        "Rotation": ["0.0f", "0.0f"],
        "SelectedItemSlot": "0",
        "UUID": f"[I; {', '.join(map(str, parts))}]",
        "XpLevel": "0",
        "XpP": "0.0f",
        "XpTotal": "0",
        "foodLevel": "20",
        "playerGameType": "0",
    }


def at_path(data: Data, path: str) -> Data:
    """What stands at a path of names and indexes such as `Pos[0]`.

    Raises CommandError: there is nothing.
    """
    missing = CommandError(f"Found no elements matching {path}")
    position = 0
    while position < len(path):
        step = _STEP.match(path, position)
        if step is None:
            raise missing
        position = step.end()
        try:
            data = _child(data, step)
        except (KeyError, IndexError) as problem:
            raise missing from problem
    return data


def _child(data: Data, step: re.Match[str]) -> Data:
    match data:
        case dict() if step[1]:
            return data[step[1]]
        case list() if step[2]:
            return data[int(step[2])]
        case _:
            raise KeyError(step[0])


def text(data: Data) -> str:
    """The data as the game prints it in a message."""
    match data:
        case str():
            return data
        case list():
            return f"[{', '.join(map(text, data))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {text(value)}' for key, value in data.items())}}}"
