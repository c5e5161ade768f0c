"""The MCDReforged around a server, and our plugin in it (docs/relays.md).

MCDReforged's folder holds config.yml and permission.yml; config.yml names the server's folder
(real-peers.md 3). Of its YAML two keys are read, in the form in which it is generated.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ReadError
from bridge.files.shipped import shipped
from bridge.minecraft.world.contents import contents, contents_if_there
from bridge.setup.changes import Plan, RemoveFile, Step, WriteFile
from bridge.setup.mcdr_archive import archive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.setup.changes import Change

CONFIG: Final = "config.yml"
PERMISSIONS: Final = "permission.yml"
SETTINGS: Final = "config/system_bridge/config.json"
SOURCE: Final = "relays/mcdreforged"
"""Of the plugin, in the shipped config folder."""
_WORKING: Final = re.compile(r"^working_directory:[ \t]*(\S.*?)[ \t]*\r?$", re.M)
_PLUGINS: Final = re.compile(r"^plugin_directories:[ \t]*\r?\n[ \t]*-[ \t]*(\S.*?)[ \t]*\r?$", re.M)
_ARCHIVE: Final = re.compile(r"system_bridge(?:-[^/]*)?\.mcdr", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An MCDReforged: its folder, that of its plugins, our archives there, our plugin's settings.

    `settings` is None for a file that is missing; `problem` says why one cannot be read. `state`:
    where the plugin looks for the daemon, None while it does not know.
    """

    root: Path
    plugins: Path
    archives: Mapping[str, bytes]
    settings: Mapping[str, object] | None
    state: Path | None
    problem: str = ""


def find(directory: Path) -> Place | None:
    """The one that runs the server in `directory`, or None. Raises ReadError and OSError."""
    for root in dict.fromkeys((directory.parent, _real(directory).parent, directory)):
        if not (root / PERMISSIONS).is_file():
            continue
        written = (contents_if_there(root / CONFIG) or b"").decode("utf-8", "replace")
        working = _WORKING.search(written)
        if working and _real(root / _unquoted(working[1])) == _real(directory):
            return _place(root, written)
    return None


def _place(root: Path, written: str) -> Place:
    named = _PLUGINS.search(written)
    plugins = root / (_unquoted(named[1]) if named else "plugins")
    names = os.listdir(plugins) if plugins.is_dir() else []
    settings, problem = None, ""
    try:
        settings = _settings(contents_if_there(root / SETTINGS))
    except (ReadError, ValueError, RecursionError) as error:
        problem = f"{root / SETTINGS} cannot be read: {error}"
    return Place(
        root=root,
        plugins=plugins,
        archives={name: contents(plugins / name) for name in names if _ARCHIVE.fullmatch(name)},
        settings=settings,
        state=_state(root, settings or {}),
        problem=problem,
    )


def _state(root: Path, settings: Mapping[str, object]) -> Path | None:
    named = settings.get("state")
    return _real(root / named) if isinstance(named, str) and named else None


def _settings(content: bytes | None) -> Mapping[str, object] | None:
    if content is None:
        return None
    values: object = json.loads(content)
    if not isinstance(values, dict):
        problem = "it is no JSON object"
        raise ValueError(problem)
    return cast("dict[str, object]", values)


def our_plugin() -> tuple[str, bytes]:
    """The plugin that this version ships, by name and content."""
    return archive(shipped("config") / SOURCE)


def planned(
    there: Place, plugin: tuple[str, bytes], *, state: Path, server: str, prefix: str
) -> Plan:
    """Our plugin, and where it finds the daemon. What its owner wrote there stays. Pure.

    `state` is the real path of the daemon's state folder.
    """
    name, content = plugin
    changes: list[Change] = [
        RemoveFile(path=there.plugins / old) for old in sorted(there.archives) if old != name
    ]
    if there.archives.get(name) != content:
        changes.append(WriteFile(path=there.plugins / name, content=content))
    settings = there.root / SETTINGS
    todo: tuple[str, ...] = ()
    if there.problem:
        todo = (there.problem,)
    elif there.state is None:
        filled = {key: value for key, value in (there.settings or {}).items() if value}
        ours = {"state": str(state), "server": server, "prefix": prefix, **filled}
        written = f"{json.dumps(ours, indent=4, ensure_ascii=False)}\n".encode()
        changes.append(WriteFile(path=settings, content=written))
    elif there.state != state:
        todo = (f"{settings}: its state is another daemon's; ours keeps it in {state}",)
    if not changes:
        return Plan(todo=todo)
    step = Step(
        path=there.plugins / name,
        what="our MCDReforged plugin, and where it finds the daemon",
        changes=tuple(changes),
        after="!!MCDR reload plugin at MCDReforged's console, if it runs",
    )
    return Plan(steps=(step,), todo=todo)


def _unquoted(text: str) -> str:
    return text[1:-1] if text[0] == text[-1] and text[0] in "'\"" and len(text) > 1 else text


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
