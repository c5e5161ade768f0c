"""How amounts, chances and names are written."""

from __future__ import annotations

import pytest

from bridge.core.cards import Named, Plain
from bridge.items.labels import Label
from bridge.workflows.items.parts import amount, mod_name, named, number, percent


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (1, "100 %"),
        (0.9999, "99.9 %"),
        (0.5, "50 %"),
        (0.025, "2.5 %"),
        (0.0025, "0.25 %"),
        (0.00001, "< 0.01 %"),
    ],
)
def test_chances(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_amounts() -> None:
    assert (amount(1), amount(3), amount(2.5)) == ("", "3 × ", "2.5 × ")
    assert number(0.25) == "0.25"


def test_the_games_own_names_are_the_clients_and_others_are_ours() -> None:
    key = "item.minecraft.stick"
    assert named("minecraft:stick", {"minecraft:stick": Label("Stick", key)}) == Named(key, "Stick")
    assert named("a:stick", {"a:stick": Label("Stick", "item.a.stick")}) == Plain("Stick")
    assert named("minecraft:stick", {}) == Plain("Stick")
    odd = Label("Stick", 'x"},{')
    assert named("minecraft:stick", {"minecraft:stick": odd}) == Plain("Stick")


def test_whose_an_item_is() -> None:
    assert mod_name("minecraft:a", {}) == "Minecraft"
    assert mod_name("a:b", {"a": "Alpha"}) == "Alpha"
    assert mod_name("c:b", {}) == "c"
