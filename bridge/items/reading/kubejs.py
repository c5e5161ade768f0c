"""What `/kubejs export` wrote: recipes and tags as they are after all scripts, and the registry.

Since 1.19.2 a folder `local/kubejs/export` with `recipes/<namespace>/<path>.json`,
`tags/<registry>/<namespace>/<path>.json`, `loot_tables/..`, `registries/<registry>.json`; before,
one file `kubejs/exported/kubejs-server-export.json` with `recipes` and `tags` in it. The versions
differ in details, so what is there is taken as far as it has the right form.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.items.model import FLUID, identified
from bridge.items.reading import stacks, tags
from bridge.items.reading.places import Kind, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.items.model import Facts
    from bridge.items.reading.documents import Documents
    from bridge.items.reading.jsontext import Json

_PLACES: Final = re.compile(
    r"(?P<folder>recipes?|loot[_ ]tables?|tags/(?:minecraft/)?(?:items?|fluids?))/"
    r"(?P<namespace>[a-z0-9_.-]+)/(?P<path>[^\x00-\x1f\\\ud800-\udfff]+)\.json"
)
REGISTRY: Final = re.compile(r"registries/(?:minecraft/)?items?\.json")
INDEX: Final = "index.json"
_ITEMS: Final = frozenset({"item", "items", "minecraft:item", "minecraft:items"})
_FLUIDS: Final = frozenset({"fluid", "fluids", "minecraft:fluid"})


def place_of(path: str) -> Place | None:
    """What a file of the export's folder is."""
    match = _PLACES.fullmatch(path)
    if match is None or ".." in path:
        return None
    name = f"{match['namespace']}:{match['path']}"
    folder = match["folder"]
    if folder.startswith("recipe"):
        kind = Kind.RECIPE
    elif folder.startswith("loot"):
        kind = Kind.LOOT
    else:
        kind = Kind.FLUID_TAG if "fluid" in folder else Kind.ITEM_TAG
    return Place(kind, name, match["namespace"])


def read_registry(value: Json) -> list[str]:
    """The items of `registries/item.json`: a list of ids, or an object that has them as keys."""
    if isinstance(value, dict):
        inner = next((value[key] for key in ("values", "entries") if key in value), None)
        written = inner if isinstance(inner, list) else list(value)
    else:
        written = value if isinstance(value, list) else []
    entries = (stacks.text(e, "id") if isinstance(e, dict) else e for e in written)
    return [name for entry in entries if (name := identified(entry))]


def read_single(value: Json, documents: Documents, facts: Facts) -> None:
    """The one file of 1.16 and 1.18."""
    whole = stacks.items(value)
    for name, recipe in _named(whole.get("recipes")):
        documents.add_recipe(name, recipe)
    for registry, found in stacks.items(whole.get("tags")).items():
        mark = FLUID if registry in _FLUIDS else "" if registry in _ITEMS else None
        if mark is not None:
            for name, entries in _named(found):
                facts.tags.append(tags.read_tag(name, entries, mark))


def _named(value: Json) -> Iterator[tuple[str, Json]]:
    """Entries with their ids: an object's, or a list's whose entries tell their own."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if name := identified(key.removeprefix("#")):
                yield name, inner
    for entry in value if isinstance(value, list) else []:
        if isinstance(entry, dict) and (name := identified(entry.get("id", entry.get("name")))):
            yield name, entry.get("json", entry.get("recipe", entry))
