"""`pack build`: the datapack for one version of the game. Needs no configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Group
from bridge.cli.options import Option
from bridge.core.errors import RefusedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.command import Given

_OURS: Final = "system-bridge"
_MC: Final = Option("--mc", "the game's version: 1.20.1, 26.3, 25w03a", "VERSION")
_OUT: Final = Option("--out", "the pack's folder, as in <world>/datapacks/NAME", "DIR")


def _run(given: Given) -> int:
    return build(_needed(given, _MC), Path(_needed(given, _OUT)))


def _needed(given: Given, option: Option) -> str:
    if value := given.values.get(option.name):
        return value
    problem = f"{option.name} {option.value} is missing"
    raise UsageError(problem)


def build(mc: str, out: Path) -> int:
    """Write the pack for one version of the game; what an older one left there goes."""
    from bridge.files.shipped import shipped
    from bridge.minecraft.version import GameVersion
    from bridge.minecraft.world import pack

    version = GameVersion.parse(mc)
    if version is None:
        problem = f"not a version of the game: {mc}"
        raise UsageError(problem)
    if version.release > pack.NEWEST:
        newest = GameVersion(pack.NEWEST)
        output.warn(f"the pack format of {version} is not known; this is that of {newest}")
    data = shipped("datapack") / "data"
    source = {
        file.relative_to(data).as_posix(): file.read_bytes()
        for file in sorted(data.rglob("*"))
        if file.is_file()
    }
    files = pack.built(source, version.release)
    changed = _write(out, files)
    print(f"{out}: the pack for {version}, {len(files)} files, {changed} changed")
    return 0


def _write(out: Path, files: Mapping[str, bytes]) -> int:
    """Make `out` hold exactly these files; how many were written or removed."""
    from bridge.files.atomic import replace_file

    old = _pack_files(out)
    changed = 0
    for file in old - {out / path for path in files}:
        file.unlink()
        changed += 1
    for path, content in files.items():
        file = out / path
        if file in old and file.read_bytes() == content:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, content)
        changed += 1
    return changed


def _pack_files(out: Path) -> set[Path]:
    """What is there already. Raises RefusedError for a folder that is no pack of ours."""
    if not out.exists():
        return set()
    files = {file for file in out.rglob("*") if not file.is_dir()}
    mcmeta = out / "pack.mcmeta"
    if files and not (mcmeta in files and _OURS in mcmeta.read_text("utf-8", "replace")):
        raise RefusedError(f"{out} holds something else; name a new or empty folder")
    return files


COMMAND = Group(
    summary="The datapack that this program ships.",
    commands={
        "build": Command(
            summary="Write the pack for one version of the game; what an older one left goes.",
            run=_run,
            options=(_MC, _OUT),
        ),
    },
)
