"""`pack build`: the datapack for one version of the game. Needs no configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Group
from bridge.cli.options import Option
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from bridge.cli.command import Given

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
    from bridge.minecraft.version import GameVersion
    from bridge.minecraft.world import pack
    from bridge.setup import applying, datapack

    version = GameVersion.parse(mc)
    if version is None:
        problem = f"not a version of the game: {mc}"
        raise UsageError(problem)
    if version.release > pack.NEWEST:
        newest = GameVersion(pack.NEWEST)
        output.warn(f"the pack format of {version} is not known; this is that of {newest}")
    files = datapack.for_version(version)
    changes = datapack.difference(out, files, datapack.standing(out))
    for change in changes:
        applying.apply(change)
    print(f"{out}: the pack for {version}, {len(files)} files, {len(changes)} changed")
    return 0


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
