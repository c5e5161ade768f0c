"""One source whole, and nothing of what is made to harm."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bridge.items.files.discovery import Origin, Source
from bridge.items.index import extraction
from bridge.items.index.extraction import extract
from tests.peers.item_hostility import bombs, circles, jar, mangled, read_jar
from tests.unit.items.conftest import smelting

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.unit.items.conftest import Server

HARMFUL = (
    *("a size that is a lie", "jars in jars", "paths that lead outside", "a million brackets"),
    *("a million comments", "a million quotes", "no zip at all", "nothing"),
)


def test_mangled_jars_are_read_or_reported(tmp_path: Path) -> None:
    dice = Random(5)
    found = [read_jar(tmp_path, mangled(jar(dice), dice)) for _ in range(60)]
    assert any(facts.unread for facts in found)


def test_jars_that_are_made_to_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "LARGEST_FILE", 1 << 16)
    every = bombs(small=True)
    assert set(HARMFUL) <= set(every)
    for what, content in every.items():
        facts = read_jar(tmp_path, content)
        assert facts.unread, what
        made = {part.thing for recipe in facts.recipes for part in recipe.outputs}
        assert "evil:item" not in made


def test_circles_end(tmp_path: Path) -> None:
    circles(tmp_path)


def test_a_source_has_an_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "FILES", 5)
    server.jar("a.jar", {f"data/a/recipe/{n}.json": smelting("a:o", "a:i") for n in range(20)})
    facts = extract(Source(Origin.MOD, "a.jar", server.root / "a.jar"))
    assert len(facts.recipes) == 5
    assert facts.problems[0][1] == "holds more than is read of one source"


def test_jars_in_jars_are_read(server: Server) -> None:
    server.jar("lib.jar", {"data/l/recipe/r.json": smelting("l:o", "l:i")})
    inner = (server.root / "lib.jar").read_bytes()
    server.jar("mid.jar", {"META-INF/jars/lib.jar": inner, "fabric.mod.json": {"id": "mid"}})
    server.jar("a.jar", {"META-INF/jarjar/mid.jar": (server.root / "mid.jar").read_bytes()})
    facts = extract(Source(Origin.MOD, "a.jar", server.root / "a.jar"))
    assert [recipe.name for recipe in facts.recipes] == ["l:r"]
    assert facts.mods == {"mid": "mid"}
    assert facts.problems == []
