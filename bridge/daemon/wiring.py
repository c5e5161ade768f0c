"""Builds everything once, by constructors, and hands it to its owners."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.access.mirror import Mirror
from bridge.access.notices import AccessNotices
from bridge.agent.trace import Trace
from bridge.conversation.kept_answers import KeptAnswers
from bridge.conversation.local import LocalMatching
from bridge.conversation.spoken import Spoken
from bridge.conversation.turns import Turns
from bridge.core.bus import Bus
from bridge.core.errors import RefusedError
from bridge.daemon import assistant, mirroring
from bridge.daemon.access_desk import Population, opened, shared
from bridge.daemon.access_frames import AccessFrames
from bridge.daemon.answering import Answers
from bridge.daemon.bookmarks import StoredBookmark
from bridge.daemon.checks import check, without_effect
from bridge.daemon.conversing import Place, conversation
from bridge.daemon.effects import Effects, World
from bridge.daemon.health import Health
from bridge.daemon.intake import Intake
from bridge.daemon.launch import ServerConsole, child_of
from bridge.daemon.lending import knowledge_library, server_search
from bridge.daemon.mirroring import Mirroring
from bridge.daemon.model_link import LINK as MODEL_LINK
from bridge.daemon.model_link import ModelLink
from bridge.daemon.personal import Personal
from bridge.daemon.progress import Progress
from bridge.daemon.server_place import ServerPlace
from bridge.daemon.system_files import Reloaded, SystemFiles
from bridge.daemon.unfinished import Unfinished
from bridge.items.library import ItemLibrary
from bridge.minecraft.link.line_source import LogSource
from bridge.minecraft.link.server import ANSWERS, LOG_LINK, RCON, Doors, ServerLink
from bridge.prompts.library import PromptLibrary
from bridge.prompts.shipped import shipped_pack
from bridge.quests.library import QuestLibrary
from bridge.storage.database import Database
from bridge.tools.players.census import Census
from bridge.tools.players.live import LivePlayers, fields_of
from bridge.tools.players.saved import SavedPlayers

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bridge.core.clock import Clock
    from bridge.daemon.access_desk import AccessDesk, Shared
    from bridge.daemon.assistant import Assistant
    from bridge.daemon.conversing import Conversation
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.minecraft.link.server import Reporter
    from bridge.minecraft.transports.child import Child
    from bridge.prompts.pack import Pack
    from bridge.settings.schema import ServerTable
    from bridge.settings.snapshot import Settings

_logger = logging.getLogger(__name__)

SETTLING_SECONDS: Final = 0.4
"""A link on this machine is up, or known to be down, so long after the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What belongs to one game server."""

    name: str
    place: ServerPlace
    link: ServerLink
    library: QuestLibrary
    prompts: PromptLibrary
    items: ItemLibrary
    desk: AccessDesk
    talk: Conversation
    intake: Intake
    mirroring: Mirroring
    console: ServerConsole | None
    """Of a server that we run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Daemon:
    """Everything that runs."""

    settings: Settings
    clock: Clock
    started: float
    health: Health
    turns: Turns
    matching: LocalMatching
    assistant: Assistant
    knowledge: KnowledgeLibrary
    system: SystemFiles
    effects: Effects
    trace: Trace
    frames: AccessFrames
    personal: Personal
    progress: Progress
    servers: tuple[Server, ...]

    def server(self, name: str | None) -> Server:
        """The server of that name, or the only one. Raises RefusedError."""
        if name is None and len(self.servers) == 1:
            return self.servers[0]
        for server in self.servers:
            if server.name == name:
                return server
        names = ", ".join(server.name for server in self.servers)
        raise RefusedError(f"name one of these servers with --server: {names}")

    @property
    def consoles(self) -> Mapping[str, ServerConsole]:
        """Of the servers that we run, by name."""
        return {each.name: each.console for each in self.servers if each.console is not None}

    async def reload(self) -> Reloaded:
        """Read again what can change while we run; what there is now, and what is refused."""
        system = await self.system.reload()
        books = [await server.library.reload() for server in self.servers]
        books += [await server.items.reload() for server in self.servers]
        books.append(await self.knowledge.reload())
        prompts = [await server.prompts.reload() for server in self.servers]
        return Reloaded(
            (*books, *(each.line for each in prompts), *system.lines),
            refused=system.refused or any(each.refused for each in prompts),
        )

    async def until_ready(self) -> None:
        """Return when players can be answered."""
        await self.health.until_ready()

    async def until_settled(self) -> None:
        """Return when ready, or when every link has had the time to come up since the start."""
        left = self.started + SETTLING_SECONDS - self.clock.monotonic()
        if left > 0 and not self.health.ready:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.health.until_ready()


@asynccontextmanager
async def wired(settings: Settings, clock: Clock) -> AsyncGenerator[Daemon]:
    """Everything built, with the store open. Raises ConfigurationError and StoreError."""
    check(settings)
    for line in without_effect(settings):
        _logger.warning("%s", line)
    names = tuple(settings.file.servers)
    needed = {link_name(name, link, names) for name in names for link in (LOG_LINK, ANSWERS)}
    others = {link_name(name, RCON, names) for name in names}
    health = Health(frozenset({"store", *needed}), frozenset({MODEL_LINK, *others}))
    async with Database.open(settings.database, clock=clock, report=health.reporter("store")) as db:
        health.up("store")
        zone = settings.file.state.timezone
        bus = Bus()
        system = SystemFiles(settings.system_directory, clock=clock, announce=bus.publish)
        in_common = await shared(db, clock=clock, zone=zone, system=system, announce=bus.publish)
        frames = AccessFrames(in_common.quota)
        effects = Effects(bus, frames, AccessNotices(db, clock))
        progress = Progress(bus, clock)
        days = settings.file.state.keep_days.history
        personal = await Personal.load(db, clock, days=days)
        matching = LocalMatching()
        told = ModelLink(health, lambda: system.model).told(bus)
        send_player_name = settings.file.privacy.send_player_name
        assisting = assistant.assisting(in_common, bus, matching, send_player_name=send_player_name)
        with told, assisting as whole:
            base = _Common(
                shared=in_common,
                effects=effects,
                personal=personal,
                progress=progress,
                assistant=whole,
                knowledge=knowledge_library(settings, clock),
                shipped=shipped_pack(),
                bus=bus,
            )
            builder = _Builder(settings, health, db, base)
            tables = settings.file.servers.items()
            servers = [await builder.server(name, table) for name, table in tables]
            yield Daemon(
                settings=settings,
                clock=clock,
                started=clock.monotonic(),
                health=health,
                turns=builder.turns,
                matching=matching,
                assistant=whole,
                knowledge=base.knowledge,
                system=system,
                effects=effects,
                trace=Trace(db, bus, clock, keep_days=settings.file.state.keep_days.trace),
                frames=frames,
                personal=personal,
                progress=progress,
                servers=tuple(servers),
            )


def _release(link: ServerLink) -> tuple[int, ...] | None:
    return link.version.release if link.version else None


def _census(place: ServerPlace, link: ServerLink, clock: Clock) -> Census:
    """The players of a server: asked of the game while RCON is there, else out of its files."""
    return Census(
        online=lambda: link.online,
        known=place.cached_players,
        saved=SavedPlayers(lambda: place.world_directory, clock=clock),
        live=LivePlayers(link, clock=clock, fields=lambda: fields_of(_release(link))),
    )


def link_name(server: str, link: str, servers: tuple[str, ...]) -> str:
    """How `status` calls a server's link: with the server's name where there are several."""
    return link if len(servers) == 1 else f"{server}/{link}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """What all servers of a daemon share."""

    shared: Shared
    effects: Effects
    progress: Progress
    personal: Personal
    assistant: Assistant
    knowledge: KnowledgeLibrary
    shipped: Pack
    bus: Bus


class _Builder:
    """Builds one server after the other around what they share."""

    def __init__(self, settings: Settings, health: Health, db: Database, common: _Common) -> None:
        self._settings = settings
        self._health = health
        self._db = db
        self._common = common
        self._shared = common.shared
        self.turns = Turns()
        self._links: dict[str, ServerLink] = {}

    async def server(self, name: str, table: ServerTable) -> Server:
        """Everything of one server."""
        clock = self._shared.clock
        place = ServerPlace(self._settings.directory(table), table)
        await place.settled(clock)
        report = self._reporter(name, place)
        child = self._child(name, report)
        link = ServerLink(
            log=LogSource(self._settings.log(table), table.dialect, StoredBookmark(self._db, name)),
            doors=Doors(
                endpoint=place.endpoint,
                management=place.management if place.has_management else None,
                child=child,
                script_key=place.script_key,
                has_pack=place.has_pack,
            ),
            identity=place.identity,
            version=place.version(),
            clock=clock,
            report=report,
        )
        self._links[name] = link
        population = Population(online=lambda: link.online, cached=place.cached_players)
        desk = await opened(
            self._db,
            place.world_name(name),
            table=table,
            shared=self._shared,
            population=population,
        )
        library = QuestLibrary(
            place.directory,
            clock=clock,
            minecraft=lambda: _release(link),
            world=lambda: place.world_directory,
        )
        items = ItemLibrary(
            place.directory,
            self._settings.state_directory / f"items-{name}.db",
            world=lambda: place.world_directory,
            clock=clock,
            version=lambda: str(link.version) if link.version else None,
        )
        prompts = PromptLibrary(
            place.world_directory,
            server=name,
            shipped=self._common.shipped,
            clock=clock,
            announce=self._common.bus.publish,
        )
        personal = self._common.personal
        talk = await conversation(
            self._common.assistant,
            Place(
                name=name,
                desk=desk,
                library=library,
                items=items,
                census=_census(place, link, clock),
                search=server_search(self._common.knowledge, name, library, items),
                prompts=lambda: prompts.current,
                personal=personal,
                prefix=table.chat_prefixes[0],
                forgot=lambda player: self._common.effects.forgot(desk.access.name, player),
            ),
        )
        kept = self._mirroring(name, place, desk)

        async def reload() -> None:
            await self._shared.system.reload()
            await library.reload()
            await self._common.knowledge.reload()
            await prompts.reload()
            await items.reload()

        unfinished = Unfinished(self._db, name, clock)
        answers = Answers(
            link=link,
            place=place,
            shown=talk.shown,
            spoken=Spoken(table.language),
            languages=personal.languages,
            kept=KeptAnswers(clock),
            unfinished=unfinished,
        )
        intake = Intake(
            link=link,
            place=place,
            router=talk.router,
            prompts=lambda: prompts.current,
            answers=answers,
            turns=self.turns,
            desk=desk,
            bindings=talk.bindings,
            unfinished=unfinished,
            generation=self._common.assistant.kernel.generations.current,
            reload=reload,
            saved=kept.saved,
            joined=lambda player: self._common.effects.joined(desk.access.name, player),
        )
        self._common.progress.add(name, answers.show_progress)
        self._common.effects.add(
            World(
                server=name,
                access=desk.access,
                executions=talk.executions,
                cache=talk.cache,
                online=lambda: link.online,
                administrators=lambda: place.administrators(link.online),
                tell=answers.tell,
            )
        )
        return Server(
            name=name,
            place=place,
            link=link,
            library=library,
            prompts=prompts,
            items=items,
            desk=desk,
            talk=talk,
            intake=intake,
            mirroring=kept,
            console=child and ServerConsole(child, desk.system_ai, link.command),
        )

    def _child(self, name: str, report: Reporter) -> Child | None:
        def changed(link: str, problem: str | None) -> None:
            report(link, problem)
            if name in self._links:
                self._links[name].child_changed()

        return child_of(
            name,
            settings=self._settings,
            secrets=frozenset(self._shared.system.secrets),
            clock=self._shared.clock,
            report=changed,
        )

    def _mirroring(self, server: str, place: ServerPlace, desk: AccessDesk) -> Mirroring:
        def moved() -> str:
            if not place.names_world:
                return ""
            now = place.world_name(server)
            return "" if now == desk.access.name else now.removeprefix(f"{server}/")

        return Mirroring(
            Mirror(self._db, desk.access, place.world_directory),
            mirroring.Place(
                health=self._health,
                link=link_name(server, mirroring.LINK, tuple(self._settings.file.servers)),
                moved=moved,
            ),
            clock=self._shared.clock,
            seconds=place.table.mirror_seconds,
        )

    def _reporter(self, server: str, place: ServerPlace) -> Reporter:
        servers = tuple(self._settings.file.servers)
        echo = place.rcon_echo()
        if echo:
            _logger.warning("%s: %s", link_name(server, RCON, servers), echo)

        def report(link: str, problem: str | None, note: str = "") -> None:
            name = link_name(server, link, servers)
            if problem is None:
                self._health.up(name, note or (place.rcon_echo() if link == RCON else ""))
            else:
                self._health.down(name, problem)

        return report
