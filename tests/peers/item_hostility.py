"""Files that are broken, or mean harm: mutated JSON and jars, bombs, tricks with paths, circles."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

from bridge.items.files.discovery import Origin, Source
from bridge.items.find import find
from bridge.items.index.build import Request, build
from bridge.items.index.extraction import extract
from bridge.items.model import PROBLEMS, Facts
from bridge.items.origins import ways
from bridge.items.query import Query, query
from bridge.items.reading.documents import Documents
from bridge.items.reading.places import place_of
from bridge.items.store import ItemStore
from bridge.items.tree import plan
from bridge.items.uses import uses
from tests.peers.generated_pack import item_names, recipe

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

Json = object
JUNK = ("{", "}", "[", "]", '"', ",", ":", "\\", "/*", "//", "\x00", "\ud800", "1e999", "-", "null")


def documents(dice: Random) -> tuple[str, Json]:
    """One sound file: its path and its value."""
    names = item_names("m", dice, 12)
    things = [f"m:{name}" for name in names]
    match dice.randrange(5):
        case 0:
            return "data/m/recipes/a.json", recipe("m", names, dice)
        case 1:
            entry = {"type": "minecraft:item", "name": things[0], "weight": 3}
            other = {"type": "minecraft:alternatives", "children": [entry, entry]}
            pool = {"rolls": {"min": 1, "max": 3}, "entries": [entry, other]}
            return "data/m/loot_table/chests/a.json", {"pools": [pool]}
        case 2:
            return "data/m/tags/item/a.json", {"replace": False, "values": [*things, "#m:b"]}
        case 3:
            return "assets/m/lang/en_us.json", {f"item.m.{n}": n.title() for n in names}
        case _:
            trade = {"wants": {"id": things[0], "count": 2}, "gives": {"id": things[1]}}
            return "data/m/villager_trade/farmer/1/a.json", trade


def mutated(value: Json, dice: Random) -> Json:
    """The same with one value somewhere in it replaced by another."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        entries: dict[str, Json] = dict(value)  # pyright: ignore[reportUnknownArgumentType] - any
        key = dice.choice(list(entries))
        return {**entries, key: mutated(entries[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        parts: list[Json] = list(value)  # pyright: ignore[reportUnknownArgumentType] - any
        at = dice.randrange(len(parts))
        return [*parts[:at], mutated(parts[at], dice), *parts[at + 1 :]]
    odd: tuple[Json, ...] = (None, True, -1, 1e308, 10**30, "", "\ud800:x", "x" * 5000, [], {})
    return dice.choice((*odd, nested(dice)))


def nested(dice: Random) -> Json:
    """Something far inside something else."""
    value: Json = {"min": 1}
    for _ in range(dice.randrange(190)):
        around: tuple[Json, ...] = ({"min": value}, [value], {"children": [value]})
        value = dice.choice(around)
    return value


def mangled(content: bytes, dice: Random) -> bytes:
    """Bytes with a few of them changed, cut, doubled or put in between."""
    raw = bytearray(content)
    for _ in range(dice.randrange(1, 8)):
        at = dice.randrange(len(raw) + 1)
        match dice.randrange(5):
            case 0:
                raw[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del raw[at : at + dice.randrange(1, 40)]
            case 2:
                raw[at:at] = dice.choice(JUNK).encode("utf-8", "surrogatepass")
            case 3:
                raw[at:at] = raw[at : at + dice.randrange(1, 60)]
            case _:
                raw[at:at] = b"[" * dice.randrange(1, 3000)
    return bytes(raw)


def read_document(dice: Random) -> bool:
    """Read one mutated file; whether it was reported. An exception is the failure."""
    path, value = documents(dice)
    if dice.random() < 0.5:
        content = json.dumps(mutated(value, dice)).encode()
    else:
        content = mangled(json.dumps(value).encode(), dice)
    facts = Facts()
    place = place_of(path)
    assert place is not None
    Documents(facts).add(place, path, content)
    check(facts)
    return bool(facts.unread)


def jar(dice: Random) -> bytes:
    """A small sound jar, now and then with another in it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as z:
        for _ in range(3):
            path, value = documents(dice)
            if path not in z.namelist():
                z.writestr(path, json.dumps(value))
        z.writestr("META-INF/mods.toml", '[[mods]]\nmodId="m"\n')
        if dice.random() < 0.2:
            z.writestr("META-INF/jarjar/inner.jar", jar(dice))
    return file.getvalue()


def read_jar(folder: Path, content: bytes) -> Facts:
    """Read a jar with this content."""
    path = folder / "hostile.jar"
    path.write_bytes(content)
    facts = extract(Source(Origin.MOD, "mods/hostile.jar", path))
    check(facts)
    return facts


def check(facts: Facts) -> None:
    """Every report names a file and says why, and there is an end of them."""
    assert len(facts.problems) <= PROBLEMS
    assert len(facts.problems) == min(facts.unread, PROBLEMS)
    for file, reason in facts.problems:
        assert file
        assert reason
        assert len(file) <= 256
        assert len(reason) <= 256
        assert "\n" not in reason


def bombs(*, small: bool = False) -> dict[str, bytes]:
    """Jars that mean harm, by what they do; `small`: a hundredth of it."""
    part = 100 if small else 1
    return {
        "one entry of 400 MB": _written({"data/m/recipes/a.json": b"0" * ((400 << 20) // part)}),
        "sixty entries of 8 MB": _written(
            {f"data/m/recipes/{n}.json": b" " * ((8 << 20) // part) for n in range(60)}
        ),
        "a size that is a lie": _lying((64 << 20) // part),
        "the same entry 50,000 times": _overlapping(50_000 // part),
        "jars in jars": _nested(12),
        "paths that lead outside": _written(
            dict.fromkeys(
                (
                    *("data/../../../../etc/recipes/a.json", "/data/m/recipes/a.json"),
                    *("data/m/recipes/../../x.json", "data\\m\\recipes\\a.json"),
                    *("data/m/recipes/" + "x" * 60_000 + ".json", "META-INF/jars/../../a.jar"),
                ),
                b'{"type":"x:y","result":{"item":"evil:item"}}',
            )
        ),
        "a million brackets": _written({"data/m/loot_tables/a.json": b"[" * 1_000_000}),
        "a million comments": _written({"data/m/recipes/a.json": b"/*" * 500_000}),
        "a million quotes": _written({"data/m/recipes/a.json": b'"\\' * 500_000}),
        "no zip at all": b"PK\5\6" * 1000,
        "nothing": b"",
    }


def _written(entries: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in entries.items():
            z.writestr(name, content)
    return file.getvalue()


def _lying(size: int) -> bytes:
    raw = bytearray(_written({"data/m/recipes/a.json": b"0" * size}))
    at = raw.rfind(b"PK\1\2")
    raw[at + 24 : at + 28] = (100).to_bytes(4, "little")
    return bytes(raw)


def _overlapping(times: int) -> bytes:
    """Every entry of the directory points to the same content (a bomb that barely needs space)."""
    raw = _written({"data/m/recipes/aaaaa.json": b" " * 500_000})
    at, end = raw.index(b"PK\1\2"), raw.index(b"PK\5\6")
    entry = raw[at:end]
    entries = b"".join(entry.replace(b"aaaaa", f"{n:05}".encode()) for n in range(times))
    tail = bytearray(raw[end:])
    tail[8:10] = tail[10:12] = min(times, 0xFFFE).to_bytes(2, "little")
    tail[12:16] = len(entries).to_bytes(4, "little")
    return raw[:at] + entries + bytes(tail)


def _nested(depth: int) -> bytes:
    content = _written({"data/m/recipes/a.json": b"{}"})
    for _ in range(depth):
        content = _written({"META-INF/jarjar/inner.jar": content, "META-INF/jars/b.jar": content})
    return content


def circles(folder: Path) -> None:
    """Tags, loot tables and recipes that lead back to themselves; every question has an end."""
    data = folder / "kubejs" / "data" / "m"
    ring = 40
    for number in range(ring):
        after = (number + 1) % ring
        table = {"type": "minecraft:loot_table", "name": f"m:chests/t{after}"}
        item = {"type": "minecraft:item", "name": f"m:i{number}"}
        inside = {"type": "minecraft:loot_table", "value": {"pools": [{"entries": [item]}]}}
        files: dict[str, Json] = {
            f"tags/item/t{number}.json": {
                "values": [f"#m:t{after}", f"#m:t{number}", f"m:i{number}"]
            },
            f"loot_table/chests/t{number}.json": {"pools": [{"entries": [table, item, inside]}]},
            f"recipe/r{number}.json": {
                "type": "minecraft:crafting_shapeless",
                "ingredients": [{"item": f"m:i{after}"}, {"tag": f"m:t{after}"}],
                "result": {"id": f"m:i{number}"},
            },
            f"recipe/s{number}.json": {
                "type": "minecraft:crafting_shapeless",
                "ingredients": [{"item": f"m:i{number}"}] * 9,
                "result": {"id": f"m:i{after}"},
            },
        }
        for name, value in files.items():
            path = data / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(value))
    request = Request(directory=folder, world=folder / "world", database=folder / "items.db")
    build(request, lambda _: None)
    store = ItemStore.open(request.database)
    assert store is not None
    for number in range(ring):
        assert len(store.members(f"#m:t{number}")) == ring
    found = ways(store, "m:i0")
    assert found.ways
    assert uses(store, "m:i0", limit=5).total
    assert query(store, Query(tag="m:t3"), limit=100).total == ring
    assert plan(store, "m:i0", 64, {}).gathered
    assert find(store, "i0", locale="en_us", limit=5)
    store.close()
