"""Items in the notations of all eras."""

from __future__ import annotations

import pytest

from bridge.quests.lexicon import Lexicon
from bridge.quests.stacks import item_id, read_item

CASES: list[tuple[object, tuple[str, str, int, int]]] = [
    ("minecraft:oak_log", ("minecraft:oak_log", "Oak Log", 1, 0)),
    ("mod:crystal 1 4", ("mod:crystal", "Crystal", 1, 4)),
    ("mod:crystal 16", ("mod:crystal", "Crystal", 16, 0)),
    ('mod:crystal 2 0 {a: "b c"}', ("mod:crystal", "Crystal", 2, 0)),
    ("mod:crystal x 99999999999", ("mod:crystal", "Crystal", 1, 0)),
    ({"item": "mod:crystal 1 4"}, ("mod:crystal", "Crystal", 1, 4)),
    ({"item": {"id": "mod:crystal", "Damage": 5}}, ("mod:crystal", "Crystal", 1, 5)),
    ({"id": "mod:ring", "Count": 3, "tag": {"Energy": 5}}, ("mod:ring", "Ring", 3, 0)),
    ({"id": "mod:ring", "count": 2, "components": {}}, ("mod:ring", "Ring", 2, 0)),
    (
        {"id": "mod:ring", "tag": {"display": {"Name": "§c§lOne Ring"}}},
        ("mod:ring", "One Ring", 1, 0),
    ),
    (
        {"id": "mod:ring", "tag": {"display": {"Name": '{"text":"One Ring"}'}}},
        ("mod:ring", "One Ring", 1, 0),
    ),
    (
        {"id": "mod:ring", "components": {"minecraft:custom_name": '"One Ring"'}},
        ("mod:ring", "One Ring", 1, 0),
    ),
    (
        {"id": "mod:ring", "components": {"minecraft:item_name": {"text": "One Ring"}}},
        ("mod:ring", "One Ring", 1, 0),
    ),
]


@pytest.mark.parametrize(("written", "expected"), CASES)
def test_an_item_is_read(written: object, expected: tuple[str, str, int, int]) -> None:
    item = read_item(written, Lexicon())
    assert item is not None
    assert (item.id, item.name, item.count, item.damage) == expected
    assert list(item.ids()) == [item.id]


@pytest.mark.parametrize("nothing", [None, "", 5, {}, {"item": {}}, {"item": 5}, []])
def test_what_is_no_item_is_none(nothing: object) -> None:
    assert read_item(nothing, Lexicon()) is None


def test_a_filter_is_named_by_what_it_asks_unless_it_has_a_name() -> None:
    tree: dict[str, object] = {"id": "itemfilters:tag", "tag": {"value": "forge:ingots/invar"}}
    item = read_item(tree, Lexicon())
    assert item is not None
    assert item.name == "Any: #forge:ingots/invar"
    named = read_item(tree | {"tag": {"value": "x", "display": {"Name": "Invar"}}}, Lexicon())
    assert named is not None
    assert named.name == "Invar"
    assert list(named.ids()) == []


def test_an_icon_is_an_id() -> None:
    assert item_id("mod:crystal 1 4") == "mod:crystal"
    assert item_id({"id": "mod:ring", "tag": {}}) == "mod:ring"
    assert item_id(None) == ""
