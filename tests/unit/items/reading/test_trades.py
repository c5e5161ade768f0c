"""Trades that are data."""

from __future__ import annotations

from typing import Any

from bridge.items.model import Ingredient, Output
from bridge.items.reading.trades import TRADE, TRADES, read_trades


def test_the_games_own_trade() -> None:
    (trade,) = read_trades(
        "minecraft:farmer/1/wheat",
        {
            "wants": {"id": "minecraft:wheat", "count": {"min": 18, "max": 22}},
            "additional_wants": {"id": "minecraft:book"},
            "gives": {"id": "minecraft:emerald", "count": 1},
            "merchant_predicate": {"id": "minecraft:plains"},
        },
    )
    assert trade.type == TRADE
    assert trade.outputs == (Output("minecraft:emerald"),)
    assert trade.inputs == (
        Ingredient(("minecraft:wheat",), 20),
        Ingredient(("minecraft:book",)),
    )


def test_a_mods_list_of_trades() -> None:
    trade: Any = {"offer": {"id": "a:o"}, "price": {"id": "a:p", "Count": 4}, "xp": 5}
    book: Any = {"profession": "farmer", "trades": {"novice": [trade, trade]}}
    found = read_trades("a:x", book)
    assert [each.name for each in found] == ["a:x", "a:x/2"]
    assert found[0].inputs == (Ingredient(("a:p",), 4),)


def test_what_is_no_trade_is_none() -> None:
    assert read_trades("a:x", {"gives": 3, "wants": 4}) == []
    assert read_trades("a:x", None) == []
    many: Any = [{"gives": "a:b", "wants": "a:c"}] * (TRADES * 2)
    assert len(read_trades("a:x", many)) == TRADES
