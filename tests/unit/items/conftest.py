"""A small server of our own writing, indexed."""

from __future__ import annotations

import json
import zipfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from bridge.items.index.build import Request, build
from bridge.items.store import ItemStore

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from pathlib import Path

    from bridge.items.index.build import Outcome


class Server:
    """A server directory whose files are written one by one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.request = Request(
            directory=root, world=root / "world", database=root / "state" / "items.db"
        )

    def data(self, path: str, value: Any) -> None:
        """A file of `kubejs/data`."""
        self.file(f"kubejs/data/{path}", json.dumps(value))

    def names(self, namespace: str, names: Mapping[str, str], locale: str = "en_us") -> None:
        self.file(f"kubejs/assets/{namespace}/lang/{locale}.json", json.dumps(names))

    def file(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def jar(self, path: str, entries: Mapping[str, Any]) -> None:
        """A jar; values that are no bytes or text are written as JSON."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as jar:
            for name, value in entries.items():
                plain = value if isinstance(value, str | bytes) else json.dumps(value)
                jar.writestr(name, plain)

    def build(self) -> Outcome:
        return build(self.request, lambda _: None)

    @contextmanager
    def store(self) -> Generator[ItemStore]:
        """The index after a build."""
        self.build()
        store = ItemStore.open(self.request.database)
        assert store is not None
        try:
            yield store
        finally:
            store.close()


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def shapeless(result: str, *ingredients: str, count: int = 1) -> dict[str, Any]:
    return {
        "type": "minecraft:crafting_shapeless",
        "ingredients": [
            {"tag": each[1:]} if each.startswith("#") else {"item": each} for each in ingredients
        ],
        "result": {"item": result, "count": count},
    }


def smelting(result: str, ingredient: str) -> dict[str, Any]:
    return {"type": "minecraft:smelting", "ingredient": {"item": ingredient}, "result": result}


def chest(*entries: Mapping[str, Any], rolls: Any = 1) -> dict[str, Any]:
    return {"type": "minecraft:chest", "pools": [{"rolls": rolls, "entries": list(entries)}]}


def entry(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "minecraft:item", "name": name, **more}


@pytest.fixture
def pack(server: Server) -> Iterator[ItemStore]:
    """Iron, its block and nuggets, planks, sticks, tools, a chest, a creature, a template."""
    server.names(
        "minecraft",
        {
            "item.minecraft.iron_ingot": "Iron Ingot",
            "item.minecraft.iron_nugget": "Iron Nugget",
            "block.minecraft.iron_block": "Block of Iron",
            "item.minecraft.blaze_rod": "Blaze Rod",
            "item.minecraft.stick": "Stick",
            "entity.minecraft.blaze": "Blaze",
        },
    )
    server.names(
        "minecraft",
        {"item.minecraft.iron_ingot": "铁锭", "item.minecraft.blaze_rod": "烈焰棒"},
        "zh_cn",
    )
    server.jar(
        "mods/tools.jar",
        {
            "META-INF/mods.toml": '[[mods]]\nmodId="tools"\ndisplayName="Fine Tools"\n',
            "assets/tools/lang/en_us.json": {
                "item.tools.iron_ingot": "Iron Ingot",
                "item.tools.hammer": "Great Hammer",
            },
            "data/tools/recipe/hammer.json": {
                "type": "minecraft:crafting_shaped",
                "pattern": ["III", " S "],
                "key": {"I": {"item": "minecraft:iron_ingot"}, "S": {"item": "minecraft:stick"}},
                "result": {"id": "tools:hammer", "count": 1},
            },
            "data/tools/recipe/if.json": {
                **shapeless("tools:hammer", "minecraft:stick"),
                "neoforge:conditions": [{"type": "neoforge:mod_loaded", "modid": "absent"}],
            },
        },
    )
    recipes = {
        "block": shapeless("minecraft:iron_block", *["minecraft:iron_ingot"] * 9),
        "ingot": shapeless("minecraft:iron_ingot", "minecraft:iron_block", count=9),
        "smelt": smelting("minecraft:iron_ingot", "minecraft:raw_iron"),
        "planks": shapeless("minecraft:oak_planks", "minecraft:oak_log", count=4),
        "stick": shapeless("minecraft:stick", "#minecraft:planks", "#minecraft:planks", count=4),
        "copy": shapeless("minecraft:template", "minecraft:template", "minecraft:stick", count=2),
    }
    for name, recipe in recipes.items():
        server.data(f"minecraft/recipe/{name}.json", recipe)
    server.data("minecraft/tags/item/planks.json", {"values": ["minecraft:oak_planks"]})
    server.data(
        "minecraft/loot_table/chests/fort.json",
        chest(
            entry(
                "minecraft:iron_ingot",
                weight=1,
                functions=[{"function": "minecraft:set_count", "count": {"min": 1, "max": 5}}],
            ),
            {"type": "minecraft:empty", "weight": 3},
            rolls=2,
        ),
    )
    server.data(
        "minecraft/loot_table/entities/blaze.json",
        {
            "type": "minecraft:entity",
            "pools": [
                {
                    "rolls": 1,
                    "entries": [entry("minecraft:blaze_rod")],
                    "conditions": [{"condition": "minecraft:killed_by_player"}],
                }
            ],
        },
    )
    with server.store() as store:
        yield store
