"""A server that the daemon launches: from its table in bridge.toml to the child and its console."""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Final

from bridge.access.history import Author
from bridge.commands import system_ai
from bridge.core.actors import Console
from bridge.core.errors import LinkError, ReadError, StoreError
from bridge.daemon.terminal import Terminal
from bridge.minecraft import world
from bridge.minecraft.dialects.decoding import decode
from bridge.minecraft.transports.child import Child
from bridge.minecraft.transports.child_process import Launch
from bridge.minecraft.transports.child_states import (
    Attached,
    Crashed,
    GaveUp,
    Running,
    Starting,
    Stopped,
    Stopping,
    words,
)
from bridge.minecraft.world.folder import world_folder
from bridge.ui.languages import say_line

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
    from pathlib import Path

    from bridge.access.reply import Reply
    from bridge.commands.dispatch import SystemAi
    from bridge.commands.system_ai import Completion
    from bridge.core.clock import Clock
    from bridge.daemon.terminal import Descriptors
    from bridge.minecraft.transports.child_states import ChildState
    from bridge.settings.schema import ServerTable
    from bridge.settings.snapshot import Settings

    Report = Callable[[str, str | None], None]
    Send = Callable[[str], Coroutine[None, None, str]]

_logger = logging.getLogger(__name__)

LINK: Final = "server"
"""How `status` calls the child."""
START: Final = "start"
"""Typed while no server runs, it launches one."""
AUTHOR: Final = Author(Console(origin="console"), "console")


def child_of(
    name: str,
    *,
    settings: Settings,
    secrets: frozenset[str],
    clock: Clock,
    report: Report,
) -> Child | None:
    """The child that the server of that name is; None where it is not launched by us.

    `report` is told the name of the link and what is wrong with it, None if nothing. `secrets`:
    the variables of our environment with keys that the whole daemon uses.
    """
    table = settings.file.servers[name]
    if table.launch is None:
        return None
    directory = settings.directory(table)
    launch = Launch(
        command=tuple(table.launch),
        directory=directory,
        record=settings.state_directory / f"{name}.server",
        world=lambda: world_of(directory),
        restart=table.restart,
        stop_timeout=table.stop_timeout,
        hidden=secrets.union(_secrets(table)),
    )
    return Child(launch, clock=clock, on_state=lambda state: told(name, state, report))


def world_of(directory: Path) -> Path:
    """The world that the server will open; before its first start there is no server.properties."""
    try:
        properties = world.server_properties(directory)
    except ReadError:
        properties = world.ServerProperties()
    return world_folder(directory, properties)


def _secrets(table: ServerTable) -> list[str]:
    """The variables of our environment that hold a secret of ours and none of the game's."""
    names = [table.rcon.password_env, table.management and table.management.secret_env]
    return ["BRIDGE_POSTGRES_DSN", *(name for name in names if name)]


def told(server: str, state: ChildState, report: Report) -> None:
    """A new state, for whoever keeps and logs what `status` says; which server it is, here."""
    match state:
        case Running() | Attached():
            report(LINK, None)
            _logger.info("%s: %s", server, words(state))
        case Starting() | Stopping() | Stopped() | Crashed() | GaveUp():
            report(LINK, words(state))


class ServerConsole:
    """One server's console: `system ai ...` is for the daemon, every other line for the server.

    `otherwise` runs a command of the game where the child has no console of ours (it is attached
    to), and gives its output; it raises LinkError.
    """

    def __init__(self, child: Child, orders: SystemAi, otherwise: Send) -> None:
        self.child = child
        self._orders = orders
        self._otherwise = otherwise

    async def typed(self, line: str) -> Sequence[str]:
        """Deal with a line; what answers it, unless the server does."""
        if not (line := line.strip()):
            return ()
        try:
            if is_order(line):
                return _said(await self._orders.carry_out(line, AUTHOR))
            return await self._to_server(line)
        except (LinkError, StoreError) as error:
            return (str(error),)

    def complete(self, text: str, cursor: int) -> Completion:
        """Of `system ai` alone: what the server knows, it does not tell."""
        return self._orders.complete(text, cursor)

    async def _to_server(self, line: str) -> Sequence[str]:
        if line == START and isinstance(self.child.state, Stopped | Crashed | GaveUp):
            self.child.start()
        elif isinstance(self.child.state, Attached):
            return (await self._otherwise(line)).splitlines()
        else:
            await self.child.write(line)
        return ()


class SeveralConsoles:
    """The consoles of several servers at one terminal: `NAME: line` is for the server NAME.

    What has no name in front goes to the server that was named last, at first to the first.
    """

    def __init__(self, consoles: Mapping[str, ServerConsole]) -> None:
        self._consoles = consoles
        self._current = next(iter(consoles))

    async def typed(self, line: str) -> Sequence[str]:
        """Deal with a line; what answers it, with the server's name."""
        name, mark, rest = line.partition(":")
        if mark and name.strip() in self._consoles:
            self._current, line = name.strip(), rest
        answers = await self._consoles[self._current].typed(line)
        return [f"[{self._current}] {answer}" for answer in answers]

    def complete(self, text: str, cursor: int) -> Completion:
        """As the server's whose line it is."""
        name, mark, rest = text.partition(":")
        if not mark or name.strip() not in self._consoles:
            return self._consoles[self._current].complete(text, cursor)
        cut = len(text) - len(rest)
        completion = self._consoles[name.strip()].complete(rest, cursor - cut)
        return system_ai.Completion(completion.items, completion.start + cut)


@asynccontextmanager
async def terminal(
    consoles: Mapping[str, ServerConsole], descriptors: Descriptors | None = None
) -> AsyncGenerator[None]:
    """The terminal of these servers while the block runs; none of them: no terminal is touched."""
    if not consoles:
        yield
        return
    alone = next(iter(consoles.values())) if len(consoles) == 1 else None
    opening = Terminal.open(alone or SeveralConsoles(consoles), descriptors)
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(opening)
        for name, console in consoles.items():
            prefix = "" if alone else f"[{name}] "
            show = _shower(opened.show, prefix)
            stack.enter_context(console.child.shown_by(show))
        yield


def is_order(line: str) -> bool:
    """Whether a typed line is `system ai ...`, with or without a slash.

    The shell's form without `system` is none here: `ai` may be a command of the server.
    """
    return system_ai.addressed(line) and not line.lstrip().lower().startswith("ai")


def _shower(show: Callable[[str], None], prefix: str) -> Callable[[bytes], None]:
    return lambda raw: show(prefix + decode(raw.rstrip(b"\r")))


def _said(reply: Reply) -> list[str]:
    return [say_line(line, "en_us") for line in reply.lines]
