"""Tags as all packs together make them, and what the index says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.items.store import ItemStore

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.items.conftest import Server


def test_a_later_pack_adds_replaces_and_removes(server: Server) -> None:
    path = "data/a/tags/item/t.json"
    server.jar("mods/a.jar", {path: {"values": ["a:one", "a:two", "#a:inner"]}})
    server.jar("mods/b.jar", {path: {"values": ["a:three"], "remove": ["a:two"]}})
    server.jar("mods/c.jar", {"data/a/tags/items/inner.json": {"values": ["a:deep", "#a:t"]}})
    with server.store() as store:
        assert set(store.members("#a:t")) == {"a:one", "a:three", "a:deep"}
        two, deep = store.number("a:two"), store.number("a:deep")
        assert two is not None
        assert deep is not None
        assert store.tags_of(two) == []
        assert set(store.texts(store.tags_of(deep)).values()) == {"#a:t", "#a:inner"}
    server.jar("mods/d.jar", {path: {"replace": True, "values": ["a:four"]}})
    with server.store() as store:
        assert store.members("#a:t") == ["a:four"]


def test_names_of_a_later_pack_win(server: Server) -> None:
    server.jar("mods/a.jar", {"assets/a/lang/en_us.json": {"item.a.b": "Old"}})
    server.names("a", {"item.a.b": "New"})
    with server.store() as store:
        assert store.label("a:b", "en_us").text == "New"


def test_what_it_holds_and_what_was_unreadable(server: Server) -> None:
    server.jar("mods/a.jar", {"data/a/recipe/r.json": "{", "fabric.mod.json": {"id": "a"}})
    with server.store() as store:
        assert store.counts() == {"items": 0, "recipes": 0, "loot": 0, "sources": 1}
        ((place, file, reason),) = store.problems(9)
        assert (place, file) == ("mods/a.jar", "data/a/recipe/r.json")
        assert reason.startswith("1:2")
        assert store.mods["a"] == "a"


def test_no_file_is_no_index(tmp_path: Path) -> None:
    assert ItemStore.open(tmp_path / "none.db") is None
