"""A world without packs, and the shipped one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.prompts.shipped import shipped_pack
from tests.fakes.world_packs import WorldFiles

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.prompts.pack import Pack


@pytest.fixture
def world(tmp_path: Path) -> WorldFiles:
    return WorldFiles(tmp_path / "world")


@pytest.fixture(scope="session")
def shipped() -> Pack:
    return shipped_pack()
