"""One game server's files: what can be told without asking the server."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.access import mirror, saved_data
from bridge.core.errors import ConfigurationError, NbtError, ReadError
from bridge.core.invoked import typed
from bridge.doctor.finding import broken, ok, warning
from bridge.minecraft import world
from bridge.minecraft.dialects.flavours import proxy_refusal
from bridge.minecraft.level import LEVEL
from bridge.minecraft.world.pack import NAME
from bridge.prompts.selection import parse_selection
from bridge.prompts.shipped import shipped_pack
from bridge.prompts.world_packs import look_at
from bridge.setup import datapack, kubejs, mcdreforged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bridge.daemon.server_place import ServerPlace
    from bridge.doctor.finding import Finding
    from bridge.setup.changes import Plan
    from bridge.setup.last_start import LastStart
    from bridge.setup.survey import Survey

_KEY: Final = bytes(32)
"""Stands for a new one where it is only asked whether there is any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A server as it is configured, and what stands in its folder."""

    name: str
    place: ServerPlace
    there: Survey
    log: Path
    started: LastStart
    state: Path
    """The real path of the daemon's state folder."""

    @property
    def init(self) -> str:
        """The command that sets it right."""
        return typed("init", directory=str(self.place.directory))


def log(site: Site) -> Iterator[Finding]:
    """Whether what is said reaches us."""
    if site.place.table.launch is not None:
        yield ok("log", "the daemon launches this server and reads its console")
    elif not site.log.is_file():
        todo = "start the server, or name its log: log = ... in bridge.toml"
        yield broken("log", f"{site.log} is not there", todo)
    elif not os.access(site.log, os.R_OK):
        yield broken("log", f"{site.log} cannot be read", "run this as the server's user")
    else:
        yield ok("log", str(site.log))


def dialect(site: Site) -> Iterator[Finding]:
    """Whether what stands in the log is understood, and as what."""
    configured, started = site.place.table.dialect, site.started
    says = f"the log says {started.why!r}"
    if started.is_proxy:
        yield broken("dialect", f"{proxy_refusal(started.flavour)} ({says})")
    elif not started.flavour:
        yield ok("dialect", f"{configured}; the log has no start of a server in it yet")
    elif configured.lower() not in {"auto", started.flavour} and not started.is_guess:
        yield warning("dialect", f"it is set to {configured}, but {says}", 'dialect = "auto"')
    else:
        version = f" {started.version}" if started.version else ""
        yield ok("dialect", f"{started.flavour}{version}: {says}")


def played_world(site: Site) -> Iterator[Finding]:
    """The world, and where access is mirrored in it."""
    there = site.there
    if not there.has_world:
        todo = "start the server once; else level-name in server.properties names another world"
        yield warning("world", f"{there.world} has no level.dat", todo)
        return
    yield ok("world", str(there.world))
    file = there.world / mirror.FILE
    folder = next(each for each in file.parents if each.exists())
    if not os.access(folder, os.W_OK):
        yield broken("access file", f"{folder} cannot be written", "run this as the server's user")
        return
    try:
        saved_data.decode(file.read_bytes(), file=str(file))
    except FileNotFoundError:
        yield ok("access file", f"{file} is written once somebody's access is changed")
    except NbtError as error:
        todo = "put a backup of it back, or take it away: the store keeps what it last held"
        yield broken("access file", str(error), todo)
    else:
        yield ok("access file", str(file))


def pack(site: Site) -> Iterator[Finding]:
    """Our datapack, for the version that is played."""
    there = site.there
    if not there.has_world or there.version is None or not there.version.has_datapacks:
        why = "this version of the game has none" if there.version else "no version is known yet"
        yield ok("datapack", f"not used: {why if there.has_world else 'there is no world yet'}")
        return
    wanted = datapack.for_version(there.version)
    plan = datapack.planned(there.pack, there.version, wanted)
    if plan.steps and not there.pack.files:
        yield warning("datapack", "it is not installed: buttons are pressed by chat", site.init)
    elif plan.steps or plan.todo:
        text = plan.todo[0] if plan.todo else f"not the one for {there.version}"
        yield warning("datapack", text, "" if plan.todo else site.init)
    elif NAME in _disabled(there.world):
        todo = f'/datapack enable "file/{NAME}" in the game'
        yield warning("datapack", "the world has it disabled", todo)
    else:
        yield ok("datapack", f"{there.pack.folder}, for {there.version}")


def _disabled(played: Path) -> frozenset[str]:
    try:
        return parse_selection((played / LEVEL).read_bytes(), file=LEVEL).disabled
    except (OSError, ConfigurationError):
        return frozenset()


def relays(site: Site) -> Iterator[Finding]:
    """KubeJS and MCDReforged, where the server has them."""
    there, table = site.there, site.place.table
    if there.kubejs is not None:
        script = kubejs.our_script()
        plan = kubejs.planned(
            there.kubejs, there.version, table.chat_prefixes, script=script, random_key=_KEY
        )
        yield _relay("kubejs", plan, site.init)
    if there.mcdreforged is not None:
        plan = mcdreforged.planned(
            there.mcdreforged,
            mcdreforged.our_plugin(),
            state=site.state,
            server=site.name,
            prefix=table.chat_prefixes[0],
        )
        yield _relay("mcdreforged", plan, site.init)


def _relay(link: str, plan: Plan, init: str) -> Finding:
    if plan.todo:
        return warning(link, plan.todo[0])
    if plan.steps:
        return warning(link, "our part of it is not installed, or is an older one", init)
    return ok(link, "our part of it is installed")


def quests(site: Site) -> Iterator[Finding]:
    """The FTB book."""
    from bridge.quests.loading import load_book

    loaded = load_book(site.place.directory)
    if loaded.book is None:
        yield ok("quests", "no FTB quest book here")
        return
    counts = f"{loaded.counts.chapters} chapters, {loaded.counts.quests} quests"
    if loaded.problems:
        more = len(loaded.problems) - 1
        others = f" (and {more} more)" if more else ""
        problem = f"{counts}; not read: {loaded.problems[0].text}{others}"
        yield warning("quests", problem, "the rest is there; correct that file")
    else:
        yield ok("quests", counts)


def prompts(site: Site) -> Iterator[Finding]:
    """The prompts of the world's packs; one wrong file keeps all of them out."""
    look = look_at(site.there.world, shipped_pack())
    if isinstance(look.result, ConfigurationError):
        yield broken("prompts", str(look.result), "correct it; until then the shipped ones count")
        return
    count = f"{len(look.result.prompts)} prompts, with {look.packs} packs of the world"
    missing = ", ".join(look.result.missing_personalities.values())
    if missing:
        yield warning("prompts", f"{count}; no pack has {missing}")
    else:
        yield ok("prompts", count)


def names(site: Site) -> Iterator[Finding]:
    """What a name in chat proves (contract section 4, "Identity")."""
    trust = site.place.trust()
    if not trust.names_verified:
        text = "names are not verified: what is said in chat administers nothing and opens nothing"
        todo = "behind a proxy that forwards players' accounts: names_verified = true"
        yield warning("names", text, todo)
    elif trust.nickname_plugin:
        text = f"{trust.nickname_plugin} lets players take other names: chat administers nothing"
        todo = "nickname_plugin = false, if nobody can take another's name"
        yield warning("names", text, todo)
    else:
        yield ok("names", "verified, and shown as they are")
    try:
        count = len(world.operators(site.place.directory))
    except ReadError as error:
        yield warning("operators", str(error), "correct it; until then nobody counts as one")
    else:
        yield ok("operators", f"{count} in ops.json, {len(site.place.table.admins)} in bridge.toml")
