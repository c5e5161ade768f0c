"""The client's assets: an index of names to files that are called by their hash.

`assets/indexes/<version>.json` has `{"objects": {"minecraft/lang/zh_cn.json": {"hash": ..}}}`; the
file itself is `assets/objects/<first two digits>/<hash>`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.items.reading import jsontext, stacks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LANGUAGE: Final = re.compile(r"([a-z0-9_.-]+)/lang/([a-zA-Z]{2,3}_[a-zA-Z]{2,4})\.(?:json|lang)")
_HASH: Final = re.compile(r"[0-9a-f]{40}")


def newest_index(folder: Path) -> Path | None:
    """The newest asset index of a client's folder (`.minecraft`, or its `assets`)."""
    found = [*folder.glob("indexes/*.json"), *folder.glob("assets/indexes/*.json")]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def languages(path: Path, content: bytes) -> Iterator[tuple[str, str, Path]]:
    """Locale, namespace and file of the languages behind an asset index, or of a language file.

    Raises ReadError.
    """
    objects = None
    if path.suffix == ".json":
        value = jsontext.parse(content)
        objects = stacks.items(value).get("objects")
    if not isinstance(objects, dict):
        yield path.stem.lower(), "minecraft", path
        return
    for name, entry in objects.items():
        match = _LANGUAGE.fullmatch(name)
        digest = stacks.text(stacks.items(entry), "hash")
        if match is None:
            continue
        if not _HASH.fullmatch(digest):
            problem = f"{name} has no hash"
            raise ReadError(problem)
        file = path.parent.parent / "objects" / digest[:2] / digest
        if file.is_file():
            yield match[2].lower(), match[1], file
