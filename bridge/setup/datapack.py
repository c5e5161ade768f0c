"""Our datapack: the files for a version of the game, those that stand there, the difference."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.core.errors import RefusedError
from bridge.files.shipped import shipped
from bridge.minecraft.version import GameVersion
from bridge.minecraft.world import pack
from bridge.setup.changes import Plan, RemoveFile, Step, WriteFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bridge.setup.changes import Change

PACKS: Final = "datapacks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What stands in a world: the folder's files by path, or an archive that somebody made of it.

    `problem`: why the folder cannot be ours.
    """

    folder: Path
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes], repr=False)
    archive: str = ""
    problem: str = ""


def for_version(version: GameVersion) -> dict[str, bytes]:
    """The pack's files by path. Raises RefusedError for a game without datapacks."""
    data = shipped("datapack") / "data"
    source = {
        file.relative_to(data).as_posix(): file.read_bytes()
        for file in sorted(data.rglob("*"))
        if file.is_file()
    }
    return pack.built(source, version.release)


def standing(folder: Path) -> dict[str, bytes]:
    """What is there already. Raises RefusedError for a folder that is no pack of ours, OSError."""
    if not folder.exists():
        return {}
    files = {file for file in folder.rglob("*") if not file.is_dir()}
    mcmeta = folder / pack.MCMETA
    if files and not (mcmeta in files and pack.NAME in mcmeta.read_text("utf-8", "replace")):
        raise RefusedError(f"{folder} holds something else; name a new or empty folder")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def look(world: Path) -> Pack:
    """Our pack in a world."""
    packs = world / PACKS
    archives: list[str] = []
    try:
        if packs.is_dir():
            names = sorted(os.listdir(packs))
            archives = [each for each in names if each.startswith(pack.NAME) and _is_zip(each)]
        files = standing(packs / pack.NAME)
    except RefusedError as error:
        return Pack(folder=packs / pack.NAME, problem=str(error))
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}"
        return Pack(folder=packs / pack.NAME, problem=problem)
    return Pack(folder=packs / pack.NAME, files=files, archive=next(iter(archives), ""))


def _is_zip(name: str) -> bool:
    return name.endswith(".zip")


def difference(
    folder: Path, wanted: Mapping[str, bytes], there: Mapping[str, bytes]
) -> tuple[Change, ...]:
    """What makes `folder` hold exactly these files. Pure."""
    left = sorted(there.keys() - wanted.keys())
    changed = sorted(path for path, content in wanted.items() if there.get(path) != content)
    return (
        *(RemoveFile(path=folder / path) for path in left),
        *(WriteFile(path=folder / path, content=wanted[path]) for path in changed),
    )


def planned(
    there: Pack, version: GameVersion, wanted: Mapping[str, bytes], *, busy: bool = False
) -> Plan:
    """The pack for that version of the game; `busy`: a server runs with it. Pure."""
    if there.problem:
        return Plan(todo=(f"the datapack is left out: {there.problem}",))
    if there.archive:
        return Plan(todo=(f"{there.archive} in {there.folder.parent} is yours to renew",))
    changes = difference(there.folder, wanted, there.files)
    if not changes:
        return Plan()
    newest = GameVersion(pack.NEWEST)
    unknown = f"the pack format of {version} is not known; this is that of {newest}"
    step = Step(
        path=there.folder,
        what=f"the datapack for {version}: {len(changes)} of {len(wanted)} files",
        changes=changes,
        details=(unknown,) if version.release > pack.NEWEST else (),
        after="type /reload in the game" if busy else "",
    )
    return Plan(steps=(step,))
