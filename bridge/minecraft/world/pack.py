"""Our datapack as one version of the game reads it. Pure: files in, files out.

Formats: minecraft-server.md D1. What differs: `pack.mcmeta` (a range from 1.21.9), the folders
that lost their plural in 1.21, and functions whose first line says `# mc >= VERSION`.
"""

from __future__ import annotations

import bisect
import json
import re
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

Release = tuple[int, int, int]
"""`GameVersion.release`: a snapshot is built for like the release that it leads to."""

NAME: Final = "system-bridge"
"""What its folder in `datapacks/` is called, and what its description begins with."""
MCMETA: Final = "pack.mcmeta"
DESCRIPTION: Final = f"{NAME}: commands and prompts of the assistant"

# The first version of each format. Between two of them nothing changed for packs.
_FORMATS: Final = (
    ((1, 13, 0), (4, 0)),
    ((1, 15, 0), (5, 0)),
    ((1, 16, 2), (6, 0)),
    ((1, 17, 0), (7, 0)),
    ((1, 18, 0), (8, 0)),
    ((1, 18, 2), (9, 0)),
    ((1, 19, 0), (10, 0)),
    ((1, 19, 4), (12, 0)),
    ((1, 20, 0), (15, 0)),
    ((1, 20, 2), (18, 0)),
    ((1, 20, 3), (26, 0)),
    ((1, 20, 5), (41, 0)),
    ((1, 21, 0), (48, 0)),
    ((1, 21, 2), (57, 0)),
    ((1, 21, 4), (61, 0)),
    ((1, 21, 5), (71, 0)),
    ((1, 21, 6), (80, 0)),
    ((1, 21, 7), (81, 0)),
    ((1, 21, 9), (88, 0)),
    ((1, 21, 11), (94, 1)),
    ((26, 1, 0), (101, 1)),
    ((26, 2, 0), (107, 1)),
    ((26, 3, 0), (121, 0)),
    ((26, 4, 0), (122, 0)),
)
_FIRST: Final = [release for release, _ in _FORMATS]
NEWEST: Final = _FIRST[-1]
"""The newest release whose format is known; a later one gets the same, and may warn."""

_WITH_RANGE: Final = (1, 21, 9)
_SINGULAR: Final = (1, 21, 0)
_PLURALS: Final = {"function": "functions", "advancement": "advancements"}
_CONDITION: Final = re.compile(rb"# mc >= (?:(\d+)\.(\d+)(?:\.(\d+))?|.*)\s*(?:\n|\Z)")


def built(source: Mapping[str, bytes], release: Release) -> dict[str, bytes]:
    """The files of the pack, by path with `/`; `source` are those below `data/`.

    Raises RefusedError before 1.13, ReadError for a source that no version could read.
    """
    if release < _FIRST[0]:
        raise RefusedError("there are no datapacks before 1.13")
    files = {MCMETA: _mcmeta(release)}
    for path, content in source.items():
        _require_readable(path, content)
        if _is_for(path, content, release):
            files[f"data/{_placed(path, release)}"] = content
    return files


def _mcmeta(release: Release) -> bytes:
    place = bisect.bisect_right(_FIRST, release) - 1
    major, minor = _FORMATS[place][1]
    if release >= _WITH_RANGE:
        form = [major, minor]
        pack = {"description": DESCRIPTION, "min_format": form, "max_format": form}
    else:
        pack = {"description": DESCRIPTION, "pack_format": major}
    return f"{json.dumps({'pack': pack}, indent=2)}\n".encode()


def _require_readable(path: str, content: bytes) -> None:
    if not path.endswith((".json", ".mcfunction", ".txt")):
        raise ReadError("no kind of file that a pack of ours has", file=path)
    try:
        text = content.decode("utf-8")
        if path.endswith(".json"):
            json.loads(text)
    except ValueError as error:
        # A game that meets such a file in one of its registries does not start.
        raise ReadError(f"cannot be read: {error}", file=path) from error


def _is_for(path: str, content: bytes, release: Release) -> bool:
    condition = _CONDITION.match(content)
    if condition is None or not path.endswith(".mcfunction"):
        return True
    if condition[1] is None:
        raise ReadError("the condition names no release", file=path, line=1, column=1)
    major, minor, patch = condition.groups(default=b"0")
    return release >= (int(major), int(minor), int(patch))


def _placed(path: str, release: Release) -> str:
    """`NAMESPACE/function/...` and `NAMESPACE/tags/function/...` as the version calls them."""
    if release >= _SINGULAR:
        return path
    namespace, *folders = path.split("/")
    kind = 1 if folders[0] == "tags" else 0
    folders[kind] = _PLURALS.get(folders[kind], folders[kind])
    return "/".join((namespace, *folders))
