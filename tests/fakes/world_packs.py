"""Packs of a world, made by a test."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

PROMPTS = "data/system/system/prompts"
SYSTEMS = "data/system/system/systems"


class WorldFiles:
    """A world's folder; packs are named as in `datapacks/`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.packs = root / "datapacks"

    def folder(self, pack: str, files: Mapping[str, str | bytes]) -> Path:
        root = self.packs / pack
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return root

    def zip(self, pack: str, files: Mapping[str, str | bytes]) -> Path:
        path = self.packs / pack
        self.packs.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed(files))
        return path

    def level(self, enabled: Sequence[str] = (), disabled: Sequence[str] = ()) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / "level.dat").write_bytes(level_dat(enabled, disabled))


def packed(files: Mapping[str, str | bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def level_dat(enabled: Sequence[str] = (), disabled: Sequence[str] = ()) -> bytes:
    packs = {"Enabled": list(enabled), "Disabled": list(disabled)}
    return nbt.write({"Data": {"DataPacks": packs}})
