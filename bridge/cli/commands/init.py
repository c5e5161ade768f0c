"""`init`: make a server's folder and our configuration know each other. Needs no daemon."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Words
from bridge.cli.options import Option
from bridge.core.errors import RefusedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.cli.command import Given
    from bridge.setup.changes import Plan
    from bridge.setup.plan import Shipped
    from bridge.setup.surroundings import Surroundings
    from bridge.setup.survey import Survey

DRY: Final = Option("--dry-run", "show what would be changed, and change nothing")
NO_RCON: Final = Option("--no-rcon", "leave server.properties as it is")
YES: Final = Option("--yes", "change it without asking")
_YES_WORDS: Final = frozenset({"y", "yes"})


def _run(given: Given) -> int:
    from bridge.minecraft.transports.signed_key import new_key
    from bridge.setup import plan as planning
    from bridge.setup import rcon, telling
    from bridge.setup.survey import survey

    directory = _directory(given)
    around = _surroundings(given, directory)
    there = survey(directory)
    fresh = planning.Fresh(password=rcon.random_password(), key=new_key())
    rcon_too = NO_RCON.name not in given.values
    plan = planning.planned(there, around, _shipped(), fresh, with_rcon=rcon_too)
    dry = DRY.name in given.values
    if given.options.json:
        agreed = not dry and YES.name in given.values
        if agreed:
            _apply(there, around, plan)
        output.document(telling.as_json(there, plan, written=agreed and bool(plan.steps)))
        return 0 if agreed or dry or not plan.steps else 1
    print(telling.found(there))
    _tell("To be changed:" if plan.steps else "Nothing is to be changed.", telling.steps(plan))
    if plan.steps and not dry:
        _agree(given)
        _apply(there, around, plan)
        print("Done.")
    left = (*telling.todo(plan), *(() if dry else telling.afterwards(plan)))
    if left:
        _tell("Left for you:", left)
    return 0


def _directory(given: Given) -> Path:
    from bridge.cli.place import require_text

    written = given.word if given.word is not None else given.options.directory
    if not written:
        raise UsageError("init needs SERVER_DIRECTORY, the folder that holds server.properties")
    if given.word is not None and given.options.directory is not None:
        raise UsageError("name the server's folder once: as a word, or with --directory")
    require_text(written)
    return Path(os.path.abspath(written))


def _surroundings(given: Given, directory: Path) -> Surroundings:
    """With --directory the daemon needs no table for it (contract section 1)."""
    from bridge.cli.place import locate
    from bridge.settings.locate import CONFIG_PATH, nearest
    from bridge.setup.surroundings import alone, around

    if given.options.directory is not None:
        place = locate(given.options)
        return alone(place.config or CONFIG_PATH, directory, place.state)
    here = Path.cwd()
    named = given.options.config
    config = Path(named) if named is not None else nearest(here) or here / CONFIG_PATH
    return around(config.absolute(), directory)


def _shipped() -> Shipped:
    from bridge.files.shipped import shipped
    from bridge.setup import datapack, kubejs, mcdreforged
    from bridge.setup.plan import Shipped

    return Shipped(
        config=(shipped("config") / "bridge.toml").read_text(encoding="utf-8"),
        pack=datapack.for_version,
        script=kubejs.our_script(),
        plugin=mcdreforged.our_plugin(),
    )


def _agree(given: Given) -> None:
    """Raises RefusedError without a yes."""
    if YES.name in given.values:
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise RefusedError("nothing was changed: nobody can be asked here; add --yes")
    try:
        said = input("Change this? [y/N] ")
    except EOFError:
        said = ""
    if said.strip().lower() not in _YES_WORDS:
        raise RefusedError("nothing was changed")


def _apply(there: Survey, around: Surroundings, plan: Plan) -> None:
    from bridge.setup.applying import apply
    from bridge.setup.occupancy import require_owner

    if any(step.path != around.config for step in plan.steps):
        require_owner(there.directory)
    for step in plan.steps:
        for change in step.changes:
            apply(change)


def _tell(heading: str, lines: Iterable[str]) -> None:
    print(heading)
    for line in lines:
        print(line)


COMMAND = Command(
    summary="Set a server up: configuration, RCON, datapack, relays. Shows each change first.",
    run=_run,
    words=Words("SERVER_DIRECTORY", "the folder that holds server.properties", most=1),
    options=(DRY, YES, NO_RCON),
)
