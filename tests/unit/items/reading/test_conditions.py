"""Which mods a file depends on."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import Condition
from bridge.items.reading.conditions import NEVER, conditions_of

LOADED = {"type": "forge:mod_loaded", "modid": "a"}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"conditions": [LOADED]}, (Condition("a"),)),
        (
            {"neoforge:conditions": [{"type": "neoforge:not", "value": LOADED}]},
            (Condition("a", False),),
        ),
        (
            {
                "fabric:load_conditions": [
                    {"condition": "fabric:all_mods_loaded", "values": ["a", "b"]}
                ]
            },
            (Condition("a"), Condition("b")),
        ),
        (
            {"forge:conditions": [{"type": "forge:and", "values": [LOADED, LOADED]}]},
            (Condition("a"),),
        ),
        ({"conditions": [{"type": "forge:or", "values": [LOADED]}]}, (Condition("a"),)),
        (
            {"conditions": [{"type": "forge:or", "values": [LOADED, LOADED | {"modid": "b"}]}]},
            (Condition("a|b"),),
        ),
        (
            {"conditions": [{"type": "forge:or", "values": [LOADED, {"type": "forge:true"}]}]},
            (),
        ),
        (
            {"fabric:load_conditions": {"condition": "fabric:any_mods_loaded", "values": ["a"]}},
            (Condition("a"),),
        ),
        (
            {
                "conditions": [
                    {
                        "type": "not",
                        "value": {
                            "type": "or",
                            "values": [LOADED, {"type": "mod_loaded", "modid": "b"}],
                        },
                    }
                ]
            },
            (Condition("a|b", False),),
        ),
        ({"conditions": [{"type": "forge:item_exists", "item": "a:b"}]}, (Condition("a"),)),
        (
            {"neoforge:conditions": [{"type": "neoforge:registered", "value": "a:b"}]},
            (Condition("a"),),
        ),
        ({"conditions": [{"type": "forge:item_exists", "item": "stone"}]}, ()),
        ({"neoforge:conditions": [{"type": "neoforge:never"}]}, (NEVER,)),
        ({"conditions": [{"type": "forge:false"}]}, (NEVER,)),
        ({"conditions": [{"type": "forge:tag_empty", "tag": "a:b"}]}, ()),
        ({"conditions": [{"type": "mod_loaded", "modid": "\ud800"}]}, ()),
        ({}, ()),
        ({"conditions": 3}, ()),
    ],
)
def test_only_what_is_certain(value: Any, found: tuple[Condition, ...]) -> None:
    assert conditions_of(value) == found
