"""Our MCDReforged plugin as one file. Standard library alone, for `scripts/build_mcdr`."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from pathlib import Path

_KINDS: Final = frozenset({".json", ".py"})


def archive(source: Path) -> tuple[str, bytes]:
    """The plugin's name and content; always the same bytes of the same files."""
    version = json.loads((source / "mcdreforged.plugin.json").read_bytes())["version"]
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as opened:
        for file in sorted(file for file in source.rglob("*") if file.suffix in _KINDS):
            # ZipInfo has a fixed date where `write` would take the file's.
            entry = ZipInfo(file.relative_to(source).as_posix())
            entry.external_attr = 0o644 << 16
            opened.writestr(entry, file.read_bytes(), ZIP_DEFLATED)
    return f"system_bridge-{version}.mcdr", content.getvalue()
