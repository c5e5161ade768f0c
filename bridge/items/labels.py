"""What things are called. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.items.model import FLUID, TABLE, TAG

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDERS = ("blocks/", "entities/", "chests/", "gameplay/", "archaeology/")


@dataclass(frozen=True, slots=True)
class Label:
    """A name, and the key under which the player's own game has it ("" where none is known).

    `exact`: the name is in the language that was asked for.
    """

    text: str
    key: str = ""
    exact: bool = False


def label_of(thing: str, names: Mapping[str, tuple[str, str]], locale: str) -> Label:
    """The name in `locale`, else the English one, else one made of the id.

    `names`: text and key by locale.
    """
    for language in (locale, "en_us"):
        if language in names:
            text, key = names[language]
            return Label(text, key, language == locale)
    return Label(spoken(thing))


def spoken(thing: str) -> str:
    """A name made of an id: `minecraft:iron_ingot` is Iron Ingot; a tag stays what it is."""
    if thing.startswith((TAG, FLUID + TAG)):
        return thing.removeprefix(FLUID)
    path = thing.lstrip(f"{FLUID}{TABLE}!").partition(":")[2]
    for folder in _FOLDERS:
        path = path.removeprefix(folder)
    return " ".join(word.capitalize() for word in path.replace("/", " ").replace("_", " ").split())
