"""What things are called where nothing names them."""

from __future__ import annotations

import pytest

from bridge.items.labels import Label, label_of, spoken


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        ("minecraft:iron_ingot", "Iron Ingot"),
        ("#c:ingots/iron", "#c:ingots/iron"),
        ("~minecraft:water", "Water"),
        ("~#c:oil", "#c:oil"),
        ("&minecraft:chests/igloo_chest", "Igloo Chest"),
        ("!minecraft:zombie", "Zombie"),
    ],
)
def test_names_of_ids(thing: str, text: str) -> None:
    assert spoken(thing) == text


def test_the_language_then_english_then_the_id() -> None:
    names = {"en_us": ("Iron", "k"), "zh_cn": ("铁", "k")}
    assert label_of("a:b", names, "zh_cn") == Label("铁", "k", exact=True)
    assert label_of("a:b", names, "de_de") == Label("Iron", "k", exact=False)
    assert label_of("a:b_c", {}, "de_de") == Label("B C")
