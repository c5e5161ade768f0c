"""Writes a server with as many mods as asked: jars of our own making, with recipes of many types,
tags, loot tables, names in two languages, and the thousands of files that matter to nobody.

The same numbers and the same seed make the same names and contents.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MATERIALS = (
    *("iron", "gold", "copper", "tin", "lead", "silver", "zinc", "nickel", "osmium", "cobalt"),
    *("ardite", "steel", "bronze", "brass", "electrum", "invar", "signalum", "lumium", "enderium"),
    *("quartz", "obsidian", "ruby", "sapphire", "peridot", "amber", "onyx", "marble", "basalt"),
    *("granite", "oak", "birch", "spruce", "acacia", "cherry", "mangrove", "bamboo", "crimson"),
    *("warped", "cotton", "hemp", "flax", "wheat"),
)
FORMS = (
    *("ingot", "nugget", "plate", "gear", "rod", "dust", "block", "ore", "wire", "coil", "casing"),
    *("frame", "pipe", "cable", "tank", "drill", "saw", "hammer", "chisel", "wrench", "battery"),
    *("capacitor", "circuit", "lens", "crystal", "shard", "pellet", "brick", "tile", "panel"),
)
SHADES = (
    *("dark", "bright", "ancient", "refined", "reinforced", "blazing", "frozen", "hollow"),
    *("woven", "gilded"),
)
CHINESE = dict(
    zip(
        (*MATERIALS, *FORMS, *SHADES),
        (
            *"铁金铜锡铅银锌镍锇钴",
            *("阿迪特", "钢", "青铜", "黄铜", "琥珀金", "殷钢", "信素", "流明", "末影", "石英"),
            *("黑曜石", "红宝石", "蓝宝石", "橄榄石", "琥珀", "缟玛瑙", "大理石", "玄武岩"),
            *("花岗岩", "橡木", "白桦木", "云杉木", "金合欢木", "樱花木", "红树木", "竹"),
            *("绯红木", "诡异木", "棉花", "麻", "亚麻", "小麦"),
            *("锭", "粒", "板", "齿轮", "棒", "粉", "块", "矿石", "导线", "线圈", "外壳", "框架"),
            *("管道", "线缆", "储罐", "钻头", "锯", "锤", "凿子", "扳手", "电池", "电容", "电路"),
            *("透镜", "水晶", "碎片", "球", "砖", "瓦", "面板"),
            *("黑暗", "明亮", "远古", "精炼", "强化", "炽热", "冰冻", "空心", "编织", "镀金"),
        ),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much of everything a pack has; `nested` jars stand inside the first ones."""

    jars: int = 300
    recipes: int = 60_000
    others: int = 3_000
    nested: int = 20


def write_pack(directory: Path, size: Size, seed: int = 1) -> None:
    """Write `mods/` and a small vanilla jar."""
    mods = directory / "mods"
    mods.mkdir(parents=True, exist_ok=True)
    (directory / "server.properties").write_text("level-name=world\n")
    each = size.recipes // (size.jars + size.nested)
    for number in range(size.jars):
        dice = Random(f"{seed}/{number}")
        inner = None
        if number < size.nested:
            inner = io.BytesIO()
            with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as jar:
                _write_mod(jar, f"lib{number}", Random(f"{seed}/lib{number}"), each)
        with zipfile.ZipFile(mods / f"mod{number:03}.jar", "w", zipfile.ZIP_DEFLATED) as jar:
            _write_mod(jar, f"mod{number}", dice, each)
            if inner is not None:
                jar.writestr(f"META-INF/jarjar/lib{number}.jar", inner.getvalue())
            for other in range(size.others):
                jar.writestr(
                    zipfile.ZipInfo(f"assets/mod{number}/textures/item/part_{other}.png"),
                    b"\x89PNG",
                )


def item_names(namespace: str, dice: Random, count: int) -> list[str]:
    """Paths of the items of a mod."""
    found: dict[str, None] = {}
    while len(found) < count:
        words = [dice.choice(MATERIALS), dice.choice(FORMS)]
        if dice.random() < 0.7:
            words.insert(0, dice.choice(SHADES))
        if dice.random() < 0.3:
            words.append(str(dice.randrange(9)))
        found.setdefault("_".join(words))
    return list(found)


def _write_mod(jar: zipfile.ZipFile, mod: str, dice: Random, recipes: int) -> None:
    paths = item_names(mod, dice, max(4, recipes * 3 // 4))
    jar.writestr("META-INF/mods.toml", f'[[mods]]\nmodId="{mod}"\ndisplayName="Mod {mod}"\n')
    english = {f"item.{mod}.{path}": path.replace("_", " ").title() for path in paths}
    chinese = {
        f"item.{mod}.{path}": "".join(CHINESE.get(word, word) for word in path.split("_"))
        for path in paths
    }
    jar.writestr(f"assets/{mod}/lang/en_us.json", json.dumps(english))
    jar.writestr(f"assets/{mod}/lang/zh_cn.json", json.dumps(chinese, ensure_ascii=False))
    for number in range(recipes):
        written = recipe(mod, paths, dice)
        jar.writestr(f"data/{mod}/recipes/r{number}.json", json.dumps(written, indent=2))
    for number in range(max(1, recipes // 10)):
        values = [f"{mod}:{path}" for path in dice.sample(paths, min(5, len(paths)))]
        jar.writestr(f"data/c/tags/items/{mod}_{number}.json", json.dumps({"values": values}))
        jar.writestr(
            f"data/{mod}/loot_tables/chests/room_{number}.json",
            json.dumps(_table(mod, paths, dice)),
        )


def recipe(mod: str, paths: list[str], dice: Random) -> dict[str, object]:
    """A recipe of one of five types."""

    def item() -> str:
        return f"{mod}:{dice.choice(paths)}"

    match dice.randrange(5):
        case 0:
            return {
                "type": "minecraft:crafting_shaped",
                "pattern": ["aba", "bcb", "aba"],
                "key": {
                    "a": {"item": item()},
                    "b": {"tag": f"c:{mod}_{dice.randrange(9)}"},
                    "c": [{"item": item()}, {"item": item()}],
                },
                "result": {"item": item(), "count": dice.randrange(1, 5)},
            }
        case 1:
            return {
                "type": "minecraft:crafting_shapeless",
                "ingredients": [{"item": item()} for _ in range(3)],
                "result": {"id": item(), "count": 2},
            }
        case 2:
            return {
                "type": "minecraft:smelting",
                "ingredient": {"item": item()},
                "result": item(),
                "experience": 0.1,
                "cookingtime": 200,
            }
        case 3:
            return {
                "type": f"{mod}:crushing",
                "input": {"ingredient": {"item": item()}, "amount": 2},
                "output": {"item": item(), "count": 3},
                "secondary_output": {"item": item(), "chance": 0.25},
                "energy": 2000,
            }
        case _:
            return {
                "type": "create:mixing",
                "ingredients": [{"item": item()}, {"fluid": "minecraft:water", "amount": 250}],
                "results": [{"item": item()}, {"item": item(), "chance": 0.5}],
            }


def _table(mod: str, paths: list[str], dice: Random) -> dict[str, object]:
    entries = [
        {
            "type": "minecraft:item",
            "name": f"{mod}:{dice.choice(paths)}",
            "weight": dice.randrange(1, 20),
            "functions": [{"function": "minecraft:set_count", "count": {"min": 1, "max": 4}}],
        }
        for _ in range(6)
    ]
    return {
        "type": "minecraft:chest",
        "pools": [{"rolls": {"min": 2, "max": 4}, "entries": entries}],
    }
