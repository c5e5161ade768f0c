from __future__ import annotations

from typing import Any

import pytest

from bridge.minecraft.nbt.tags import Kind

nbtlib: Any = pytest.importorskip("nbtlib")


def test_the_kinds_are_those_of_the_game() -> None:
    theirs = {tag.tag_id: tag.__name__.upper() for tag in nbtlib.tag.Base.all_tags.values()}
    theirs[0] = "END"
    assert {int(kind): kind.name.replace("_", "") for kind in Kind} == theirs
