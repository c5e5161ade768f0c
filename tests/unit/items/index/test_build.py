"""The index follows its sources, reads what changed and nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from bridge.items.find import find
from bridge.items.index import build as building
from bridge.items.index.build import build
from bridge.items.origins import ways
from bridge.items.store import ItemStore
from tests.unit.items.conftest import Server, shapeless, smelting

if TYPE_CHECKING:
    from bridge.items.files.discovery import Source
    from bridge.items.model import Facts


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The places that were read, in their order."""
    places: list[str] = []
    really = building.extract

    def noted(source: Source) -> Facts:
        places.append(source.place)
        return really(source)

    monkeypatch.setattr(building, "extract", noted)
    return places


def mod(name: str, *recipes: Any) -> dict[str, Any]:
    entries: dict[str, Any] = {
        f"data/{name}/recipe/{number}.json": recipe for number, recipe in enumerate(recipes)
    }
    return {**entries, f"assets/{name}/lang/en_us.json": {f"item.{name}.thing": f"Thing of {name}"}}


@pytest.fixture
def mods(server: Server) -> Server:
    for number in range(12):
        name = f"m{number}"
        server.jar(f"mods/{name}.jar", mod(name, smelting(f"{name}:thing", "minecraft:stone")))
    return server


def answer(server: Server, text: str) -> list[str]:
    store = ItemStore.open(server.request.database)
    assert store is not None
    try:
        return [hit.item for hit in find(store, text, locale="en_us", limit=50)]
    finally:
        store.close()


def kinds(server: Server, item: str) -> list[str]:
    store = ItemStore.open(server.request.database)
    assert store is not None
    try:
        return [way.worth.name for way in ways(store, item).ways]
    finally:
        store.close()


def test_the_first_build_reads_all_and_the_next_nothing(mods: Server, read: list[str]) -> None:
    assert mods.build().fresh
    assert len(read) == 12
    read.clear()
    assert not mods.build().changed
    assert read == []


def test_progress_tells_each_source(mods: Server) -> None:
    told: list[tuple[int, int, str]] = []
    build(mods.request, lambda p: told.append((p.done, p.of, p.place)))
    assert told[0] == (0, 12, "mods/m0.jar")
    assert told[-1] == (12, 12, "")


def test_one_changed_jar_is_read_alone(mods: Server, read: list[str]) -> None:
    mods.build()
    read.clear()
    recipe = shapeless("m3:gadget", "minecraft:stone")
    mods.jar("mods/m3.jar", mod("m3", recipe))
    outcome = mods.build()
    assert (outcome.read, outcome.gone, outcome.fresh) == (1, 0, False)
    assert read == ["mods/m3.jar"]
    assert answer(mods, "gadget") == ["m3:gadget"]
    assert kinds(mods, "m3:gadget") == ["CRAFTED"]
    assert kinds(mods, "m3:thing") == []
    assert kinds(mods, "m4:thing") == ["COOKED"]


def test_a_jar_that_was_only_touched_is_not_read(mods: Server, read: list[str]) -> None:
    mods.build()
    read.clear()
    os.utime(mods.root / "mods/m3.jar", (1, 1))
    assert mods.build().read == 0
    assert read == []


def test_what_a_removed_jar_said_is_gone(mods: Server) -> None:
    mods.build()
    (mods.root / "mods/m3.jar").unlink()
    assert mods.build().gone == 1
    assert "m3:thing" not in answer(mods, "thing of m3")
    assert answer(mods, "m4:thing") == ["m4:thing"]


def test_an_added_jar_is_found_by_name_and_by_a_slip(mods: Server) -> None:
    mods.build()
    mods.jar("mods/new.jar", {"assets/new/lang/en_us.json": {"item.new.x": "Wonderful Wand"}})
    mods.build()
    assert answer(mods, "wonderful wand") == ["new:x"]
    assert answer(mods, "wonderfull wand") == ["new:x"]


def test_an_index_of_another_version_or_a_broken_one_is_made_anew(mods: Server) -> None:
    mods.build()
    mods.request.database.write_bytes(b"junk" * 1000)
    assert mods.build().fresh
    assert answer(mods, "m4:thing") == ["m4:thing"]


def test_of_one_recipe_in_several_packs_the_highest_counts(server: Server) -> None:
    server.jar("mods/a.jar", {"data/a/recipe/r.json": smelting("a:o", "a:low")})
    server.file("world/datapacks/p/data/a/recipe/r.json", '{"type": "x"}')
    with server.store() as store:
        assert ways(store, "a:o").ways == ()
    (server.root / "world/datapacks/p/data/a/recipe/r.json").unlink()
    with server.store() as store:
        assert len(ways(store, "a:o").ways) == 1
    server.data("a/recipe/r.json", smelting("a:o", "a:high"))
    with server.store() as store:
        (way,) = ways(store, "a:o").ways
        assert way.place == "kubejs"


def test_what_kubejs_exported_last_is_the_truth(server: Server) -> None:
    server.jar("mods/a.jar", {"data/a/recipe/r.json": smelting("a:o", "a:low")})
    os.utime(server.root / "mods/a.jar", (100, 100))
    path = "local/kubejs/export/recipes/a/changed.json"
    server.file(path, '{"type": "minecraft:smelting", "ingredient": "a:high", "result": "a:o"}')
    server.file("local/kubejs/export/registries/item.json", '["a:o", "a:hidden_thing"]')
    with server.store() as store:
        assert store.is_exported
        assert [way.place for way in ways(store, "a:o").ways] == ["local/kubejs/export"]
        assert store.is_item("a:hidden_thing")
    for name in (path, "local/kubejs/export/registries/item.json"):
        os.utime(server.root / name, (50, 50))
    with server.store() as store:
        assert not store.is_exported
        assert len(ways(store, "a:o").ways) == 2


def test_the_games_bundler_is_opened(server: Server) -> None:
    inner = server.root / "inner.zip"
    server.jar(
        "inner.zip", {"data/minecraft/recipe/r.json": smelting("minecraft:o", "minecraft:i")}
    )
    server.jar("server.jar", {"META-INF/versions/1.21/server-1.21.jar": inner.read_bytes()})
    with server.store() as store:
        assert len(ways(store, "minecraft:o").ways) == 1


def test_a_client_adds_its_languages(server: Server) -> None:
    server.jar("mods/a.jar", {"assets/a/lang/en_us.json": {"item.a.b": "Bee"}})
    server.file("zh_cn.json", '{"item.minecraft.stick": "木棍"}')
    client = building.Request(
        directory=server.root,
        world=server.root / "world",
        database=server.request.database,
        client=(server.root / "zh_cn.json",),
    )
    build(client, lambda _: None)
    assert answer(server, "木棍") == ["minecraft:stick"]
