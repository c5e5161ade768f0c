"""Items by what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.items.query import Query, query

if TYPE_CHECKING:
    from bridge.items.store import ItemStore


@pytest.mark.parametrize(
    ("asked", "items"),
    [
        (Query(mod="tools"), {"tools:hammer", "tools:iron_ingot"}),
        (Query(mod="Fine Tools", part="hamm"), {"tools:hammer"}),
        (Query(tag="#minecraft:planks"), {"minecraft:oak_planks"}),
        (Query(made_by="smelting"), {"minecraft:iron_ingot"}),
        (Query(mod="tools", made_by="minecraft:smelting"), set[str]()),
        (Query(tag="no:where"), set[str]()),
    ],
)
def test_selections(pack: ItemStore, asked: Query, items: set[str]) -> None:
    found = query(pack, asked, limit=50)
    assert set(found.items) == items
    assert found.total == len(items)


def test_pages(pack: ItemStore) -> None:
    whole = query(pack, Query(mod="minecraft"), limit=99).items
    parts = [query(pack, Query(mod="minecraft"), limit=1, offset=n).items[0] for n in range(3)]
    assert tuple(parts) == whole[:3]
