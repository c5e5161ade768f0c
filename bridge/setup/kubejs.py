"""The KubeJS of a server, and our script in it (docs/relays.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.files.shipped import shipped
from bridge.minecraft.transports.signed_key import KEY_FILE, key_file, load_key
from bridge.minecraft.world.contents import contents_if_there
from bridge.setup.changes import PRIVATE, Plan, Step, WriteFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bridge.minecraft.version import GameVersion

FOLDER: Final = "kubejs"
SCRIPT: Final = "kubejs/server_scripts/system_bridge.js"
_OURS: Final = b"// system-bridge for KubeJS"
_JAR: Final = re.compile(r"kubejs-(?:[a-z]+-)?\d{4}\.(\d+)\b.*\.jar", re.I)
_SUPPORTED: Final = frozenset({6, 7})
_FIRST: Final = (1, 19, 2)
"""The first version of the game with a KubeJS 6."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KubeJs:
    """What of it is in the server's folder. `major` is 0 where no jar tells it."""

    directory: Path
    major: int
    script: bytes | None
    key: bytes | None = field(repr=False)
    key_content: bytes | None = field(repr=False)
    key_problem: str = ""

    def runs_our_script(self, version: GameVersion | None) -> bool:
        """Whether it is a KubeJS that can, as far as its jar or the game's version tells."""
        if self.major:
            return self.major in _SUPPORTED
        return version is None or version.release >= _FIRST


def find(directory: Path, mods: Iterable[str]) -> KubeJs | None:
    """None where the server has none; `mods` are the names in mods/. Raises ReadError."""
    jars = [match for name in mods if (match := _JAR.fullmatch(name))]
    if not jars and not (directory / FOLDER / "server_scripts").is_dir():
        return None
    key, problem = None, ""
    try:
        key = load_key(directory)
    except ReadError as error:
        problem = str(error)
    return KubeJs(
        directory=directory,
        major=int(jars[0][1]) if jars else 0,
        script=contents_if_there(directory / SCRIPT),
        key=key,
        key_content=contents_if_there(directory / KEY_FILE) if key else None,
        key_problem=problem,
    )


def our_script() -> bytes:
    """The script that this version ships."""
    return (shipped("config") / "relays" / "kubejs" / "system_bridge.js").read_bytes()


def planned(
    there: KubeJs,
    version: GameVersion | None,
    prefixes: Sequence[str],
    *,
    script: bytes,
    random_key: bytes,
    busy: bool = False,
) -> Plan:
    """Our script and its key. Pure; `random_key` is used where there is none yet."""
    if not there.runs_our_script(version):
        return Plan(todo=("KubeJS here is older than 6, which our script needs: it is left out",))
    if there.key_problem:
        return Plan(todo=(f"the key of the KubeJS script: {there.key_problem}",))
    if there.script is not None and not there.script.startswith(_OURS):
        problem = f"{there.directory / SCRIPT} is not ours and is left alone"
        return Plan(todo=(problem,))
    changes: list[WriteFile] = []
    if there.script != script:
        changes.append(WriteFile(path=there.directory / SCRIPT, content=script))
    content = key_file(there.key or random_key, prefixes)
    if there.key_content != content:
        path = there.directory / KEY_FILE
        changes.append(WriteFile(path=path, content=content, mode=PRIVATE))
    if not changes:
        return Plan()
    step = Step(
        path=there.directory / SCRIPT,
        what="our KubeJS script, and the key that it signs with",
        changes=tuple(changes),
        after="type /reload in the game" if busy else "",
    )
    return Plan(steps=(step,))
