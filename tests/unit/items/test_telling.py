"""The answers as plain data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bridge.items import telling

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


def test_everything_is_json(pack: ItemStore) -> None:
    item = "minecraft:iron_ingot"
    told: dict[str, Any] = {
        "found": telling.found(pack, "铁锭", locale="en_us", limit=3),
        "item": telling.item(pack, item, locale="en_us"),
        "sources": telling.sources(pack, item, locale="en_us"),
        "uses": telling.used(pack, item, locale="en_us", limit=1),
        "tree": telling.tree(pack, "tools:hammer", 2, {}),
        "index": telling.index(pack, 5),
    }
    assert json.loads(json.dumps(told)) == told
    assert told["item"]["names"] == {"en_us": "Iron Ingot", "zh_cn": "铁锭"}
    assert told["sources"]["sources"][0]["file"] == "kubejs"
    assert told["uses"]["total"] == 2
    assert told["tree"]["gather"]["minecraft:raw_iron"] == 6
    assert told["index"]["sources_by_origin"] == {"mod": 1, "kubejs": 1}
