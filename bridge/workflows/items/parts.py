"""How things, amounts and chances are written on a card. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Named, Plain, Style
from bridge.items.labels import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.core.cards import Part
    from bridge.items.labels import Label

Labels = dict[str, "Label"]

_KEY: Final = re.compile(r"[a-z0-9_.-]{1,100}")


def named(thing: str, labels: Mapping[str, Label], style: Style = Style.NORMAL) -> Part:
    """A thing's name; of the game's own the player's client shows its own language."""
    label = labels.get(thing)
    text = label.text if label else spoken(thing)
    if label and thing.startswith("minecraft:") and _KEY.fullmatch(label.key):
        return Named(label.key, text, style)
    return Plain(text, style)


def amount(count: float) -> str:
    """`3 × `, or nothing for one."""
    return "" if count == 1 else f"{number(count)} × "


def number(count: float) -> str:
    """A count without needless digits."""
    return str(int(count)) if count == int(count) else f"{count:.2f}".rstrip("0").rstrip(".")


def percent(chance: float) -> str:
    """A chance as people write it; never 0 % for what can happen, nor 100 % for what may not."""
    if chance >= 1:
        return "100 %"
    if chance < 0.0001:
        return "< 0.01 %"
    shown = f"{chance * 100:.2f}" if chance < 0.01 else f"{chance * 100:.1f}"
    return f"{min(float(shown), 99.9):g} %"


def mod_name(item: str, mods: Mapping[str, str]) -> str:
    """Whose an item is."""
    namespace = item.partition(":")[0]
    return "Minecraft" if namespace == "minecraft" else mods.get(namespace, namespace)
