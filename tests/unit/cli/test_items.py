"""`items ...`: answers from the index, brought up to date first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.cli.main import run
from tests.unit.items.conftest import Server, pack, server

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.items.store import ItemStore

__all__ = ["pack", "server"]


@pytest.fixture
def here(
    pack: ItemStore, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The arguments that name the server."""
    del pack
    (server.root / "server.properties").touch()
    monkeypatch.chdir(tmp_path)
    return ["--directory", str(server.root)]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["items", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_find(here: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "find", "iron", "ingot", *here)
    assert code == 0
    assert out.splitlines()[0].split() == ["minecraft:iron_ingot", "Iron", "Ingot", "Minecraft"]
    code, out, _ = said(capsys, "find", "铁锭", "--json", *here)
    assert json.loads(out)[0]["id"] == "minecraft:iron_ingot"


def test_what_is_not_there_is_refused_in_one_line(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("find", "show", "sources", "uses"):
        code, out, err = said(capsys, command, "zeppelin", *here)
        assert (code, out) == (1, "")
        assert err == "no item is called 'zeppelin'\n"
    code, _, err = said(capsys, "uses", "iron", *here)
    assert code == 1
    assert "could be one of these: minecraft:raw_iron, " in err


def test_show_tells_names_tags_and_totals(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, "show", "great", "hammer", "--amount", "2", *here)
    assert code == 0
    assert out.splitlines()[0] == "Great Hammer  tools:hammer  (Fine Tools)"
    assert "For 2:" in out
    assert "6  Raw Iron" in out
    _, out, _ = said(capsys, "show", "oak_planks", "--json", *here)
    assert json.loads(out)["tags"] == ["#minecraft:planks"]


def test_sources_and_uses_are_the_cards_words(
    here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, "sources", "iron_ingot", *here)
    assert code == 0
    assert "Furnace: Raw Iron" in out
    _, out, _ = said(capsys, "sources", "minecraft:template", "--json", *here)
    assert json.loads(out)["circular"] is True
    _, out, _ = said(capsys, "uses", "minecraft:stick", *here)
    assert "Great Hammer" in out
    _, out, _ = said(capsys, "uses", "minecraft:stick", "--json", *here)
    assert json.loads(out)["total"] == 2


def test_index_tells_what_it_holds_and_takes_client_files(
    here: list[str], server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    server.file("world/datapacks/p/data/a/recipe/x.json", "{")
    server.file("client/de_de.json", '{"item.minecraft.stick": "Stock"}')
    client = str(server.root / "client/de_de.json")
    code, out, err = said(capsys, "index", "--client-assets", client, *here)
    assert code == 0
    assert "sources" in out
    assert err.startswith("world/datapacks/p: data/a/recipe/x.json: 1:2")
    _, out, _ = said(capsys, "find", "stock", "--json", *here)
    assert json.loads(out)[0]["id"] == "minecraft:stick"
    code, _, err = said(capsys, "index", "--client-assets", "nowhere.jar", *here)
    assert (code, err) == (1, "nowhere.jar: there is no such file\n")
