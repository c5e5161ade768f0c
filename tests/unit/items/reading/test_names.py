"""Names from language files."""

from __future__ import annotations

import json

import pytest

from bridge.core.errors import ReadError
from bridge.items.model import Name
from bridge.items.reading.names import read_names


def test_items_blocks_and_creatures_have_names_and_nothing_else() -> None:
    content = json.dumps(
        {
            "item.a.b": "§6Bee  ",
            "block.a.c": "Sea",
            "entity.a.d": "Dee",
            "item.a.b.tooltip": "no",
            "gui.a.b": "no",
            "item.a.empty": " ",
            "item.a.number": 3,
            "item.a.half": "x\ud800",
        }
    ).encode()
    assert [*read_names(content, "en_us", "a")] == [
        Name("a:b", "en_us", "Bee", "item.a.b"),
        Name("a:c", "en_us", "Sea", "block.a.c"),
        Name("!a:d", "en_us", "Dee", "entity.a.d"),
        Name("a:half", "en_us", "x?", "item.a.half"),
    ]


def test_early_files_are_lines() -> None:
    content = b"# a\nitem.mymod.bigGear.name=Big Gear\ntile.ore.name=Ore=Rock\nother=x\n"
    found = [(name.thing, name.text) for name in read_names(content, "en_us", "mymod")]
    assert found == [("mymod:big_gear", "Big Gear"), ("mymod:ore", "Ore=Rock")]


@pytest.mark.parametrize("content", [b'{"a": ', b"{\xff}"])
def test_what_is_broken_is_told(content: bytes) -> None:
    with pytest.raises(ReadError):
        list(read_names(content, "en_us", "a"))
