"""Which files matter, by their path inside a jar or a pack, in every version's spelling.

1.12 keeps recipes and loot tables under assets/, 1.13 to 1.20 in folders with plural names, 1.21 in
singular ones; mods ship mixed jars, so every spelling is always read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """What a file is."""

    RECIPE = "recipe"
    LOOT = "loot"
    MODIFIER = "modifier"
    TRADE = "trade"
    ITEM_TAG = "item_tag"
    FLUID_TAG = "fluid_tag"
    NAMES = "names"
    MOD = "mod"
    PACK = "pack"
    NESTED = "nested"


@dataclass(frozen=True, slots=True)
class Place:
    """A file that matters: `name` is its id `namespace:path`, of names the locale."""

    kind: Kind
    name: str
    namespace: str


_NAMESPACE: Final = r"([a-z0-9_.-]+)"
_PLACES: Final = re.compile(
    rf"(?:data|assets)/{_NAMESPACE}/(?:"
    r"(?P<recipe>recipes?)/(?P<recipe_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<loot>loot_tables?)/(?P<loot_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<modifier>loot_modifiers)/(?P<modifier_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<trade>(?:\w+/)?villager_trades?|villager/professions)/(?P<trade_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<item_tag>tags/items?)/(?P<item_tag_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<fluid_tag>tags/fluids?)/(?P<fluid_tag_path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
    r"|(?P<names>lang)/(?P<names_path>[a-zA-Z]{2,3}_[a-zA-Z]{2,4})\.(?:json|lang)"
    r")"
)
_BYTES: Final = re.compile(
    rb"(?:data|assets)/[^/]+/(?:recipes?/|loot_tables?/|loot_modifiers/|(?:\w+/)?villager|"
    rb"tags/(?:item|fluid)s?/|lang/).*\.(?:json|lang)$"
    rb"|META-INF/(?:(?:jarjar|jars|versions)/[^\x00]*\.jar|(?:neoforge\.)?mods\.toml)$"
    rb"|(?:fabric\.mod|quilt\.mod)\.json$|mcmod\.info$|pack\.mcmeta$"
)
_NESTED: Final = re.compile(r"META-INF/(?:jarjar|jars|versions)/.+\.jar")
_LONGEST: Final = 400
"""Characters of a path; the game's own limit for what it names is below it."""
_PACK: Final = "pack.mcmeta"
_MODS: Final = frozenset(
    {
        "META-INF/mods.toml",
        "META-INF/neoforge.mods.toml",
        "fabric.mod.json",
        "quilt.mod.json",
        "mcmod.info",
    }
)
_WITH_PATHS: Final = (
    Kind.RECIPE,
    Kind.LOOT,
    Kind.MODIFIER,
    Kind.TRADE,
    Kind.ITEM_TAG,
    Kind.FLUID_TAG,
)

wanted = _BYTES.match
"""Whether a raw name may matter: quick, for an archive's thousands of entries."""


def place_of(path: str) -> Place | None:
    """What the file at `path` is; None for one that does not matter.

    A path that would lead outside (`..`) is none: it names nothing that the game would load.
    """
    if path in _MODS:
        return Place(Kind.MOD, path, "")
    if path == _PACK:
        return Place(Kind.PACK, path, "")
    if _NESTED.fullmatch(path):
        return Place(Kind.NESTED, path, "")
    match = _PLACES.fullmatch(path)
    if match is None or ".." in path or len(path) > _LONGEST:
        return None
    namespace = match[1]
    if match["names"]:
        return Place(Kind.NAMES, match["names_path"].lower(), namespace)
    for kind in _WITH_PATHS:
        if match[kind.value]:
            return Place(kind, f"{namespace}:{match[f'{kind.value}_path']}", namespace)
    return None
