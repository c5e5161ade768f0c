"""Which mods a jar is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bridge.core.errors import ReadError
from bridge.items.reading.modinfo import read_mods

FORGE = b'[[mods]]\nmodId="Create"\ndisplayName="Create"\n[[mods]]\nmodId="flywheel"\n'


@pytest.mark.parametrize(
    ("path", "content", "mods"),
    [
        ("META-INF/mods.toml", FORGE, {"create": "Create", "flywheel": "flywheel"}),
        ("META-INF/neoforge.mods.toml", b"mods = 3", {}),
        ("fabric.mod.json", {"id": "a", "name": "A", "provides": ["b"]}, {"a": "A", "b": "b"}),
        (
            "quilt.mod.json",
            {"quilt_loader": {"id": "q", "metadata": {"name": "Q"}}},
            {"q": "Q"},
        ),
        ("mcmod.info", [{"modid": "old", "name": "Old"}], {"old": "Old"}),
        ("mcmod.info", {"modList": [{"modid": "old", "name": "Old"}]}, {"old": "Old"}),
        ("fabric.mod.json", {"name": "nobody"}, {}),
    ],
)
def test_every_loaders_file(path: str, content: Any, mods: dict[str, str]) -> None:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    assert read_mods(raw, path) == mods


@pytest.mark.parametrize("path", ["META-INF/mods.toml", "fabric.mod.json"])
def test_what_is_broken_is_told(path: str) -> None:
    with pytest.raises(ReadError):
        read_mods(b"[[[", path)
