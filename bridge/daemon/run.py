"""The daemon from its start to its stop: who owns which task, and what the signals do."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final

from bridge.core.errors import LinkError, ReadError
from bridge.daemon import journal
from bridge.daemon.clock import SystemClock
from bridge.daemon.control import Control
from bridge.daemon.launch import terminal
from bridge.daemon.loop import run_on_loop
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE
from bridge.daemon.wiring import wired
from bridge.files import atomic
from bridge.minecraft.transports.socket_server import SocketServer
from bridge.minecraft.transports.socket_token import load_or_create_token

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Mapping
    from contextlib import AbstractAsyncContextManager

    from bridge.core.clock import Clock
    from bridge.daemon.launch import ServerConsole
    from bridge.daemon.wiring import Daemon
    from bridge.minecraft.transports.child import Child
    from bridge.settings.snapshot import Settings

    AtTerminal = Callable[[Mapping[str, ServerConsole]], AbstractAsyncContextManager[object]]

_logger = logging.getLogger(__name__)

ANY_PORT: Final = "127.0.0.1:0"
SWITCH_SECONDS: Final = 0.0005
"""How long a thread that reads a book may keep the loop from an answer."""
GRACE_SECONDS: Final = 0.3
"""How long requests under way may go on after the signal to stop."""


def run_daemon(settings: Settings) -> None:
    """Run in the foreground until SIGTERM or SIGINT; the caller holds the lock of the state.

    Raises BridgeError when it cannot start.
    """
    journal.configure(settings.file.log.format)
    sys.setswitchinterval(SWITCH_SECONDS)
    run_on_loop(_until_signal(settings))


async def _until_signal(settings: Settings) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    children: list[Child] = []

    def stopping() -> None:
        """Asked again, the servers that we run are stopped by the next means at once."""
        if stop.is_set():
            for child in children:
                child.hurry()
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping)
    hangup = asyncio.Event()
    loop.add_signal_handler(signal.SIGHUP, hangup.set)
    # One that came before there was a loop waited (`cli.main`).
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
    async with (
        running(settings, SystemClock(), terminal) as daemon,
        asyncio.TaskGroup() as group,
    ):
        children.extend(console.child for console in daemon.consoles.values())
        reloading = group.create_task(_reload_at(hangup, daemon))
        await stop.wait()
        _logger.info("stopping")
        reloading.cancel()


async def _reload_at(hangup: asyncio.Event, daemon: Daemon) -> None:
    """Reload once for all the signals that came since the last reload began."""
    while await hangup.wait():
        hangup.clear()
        _logger.info("reload: %s", "; ".join((await daemon.reload()).lines))


@asynccontextmanager
async def running(
    settings: Settings, clock: Clock, at_terminal: AtTerminal = nullcontext
) -> AsyncGenerator[Daemon]:
    """The daemon at work while the block runs; it need not be ready yet when it begins.

    `at_terminal` shows the consoles of the servers that we launch, to their last lines.
    """
    async with wired(settings, clock) as daemon, AsyncExitStack() as stack:
        await stack.enter_async_context(daemon.effects.running())
        await stack.enter_async_context(daemon.trace.running())
        await stack.enter_async_context(daemon.progress.running())
        await stack.enter_async_context(daemon.assistant.gateway.running())
        for server in daemon.servers:
            await stack.enter_async_context(server.mirroring.running())
        await _open_socket(daemon, stack)
        # Under the links: a server is stopped when its link is, and what it says then is shown.
        await stack.enter_async_context(at_terminal(daemon.consoles))
        for server in daemon.servers:
            await stack.enter_async_context(server.link.running())
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(each.intake.listen()) for each in daemon.servers]
            tasks = [*listening, *(group.create_task(work) for work in _work(daemon))]
            try:
                yield daemon
            finally:
                for server in daemon.servers:
                    server.link.close_events()
                with suppress(TimeoutError):
                    async with asyncio.timeout(GRACE_SECONDS):
                        for task in listening:
                            await asyncio.wait((task,))
                        await daemon.turns.idle()
                for task in tasks:
                    task.cancel()


def _work(daemon: Daemon) -> Iterator[Coroutine[None, None, None]]:
    """What else goes on as long as the daemon runs; what a request needs first comes first."""
    yield daemon.matching.build()
    yield daemon.system.keep()
    yield daemon.personal.kept.keep()
    yield daemon.knowledge.keep()
    for server in daemon.servers:
        yield server.library.keep()
        yield server.talk.matching.keep(server.library)
        yield server.prompts.keep()
        yield server.items.keep()


async def _open_socket(daemon: Daemon, stack: AsyncExitStack) -> None:
    """Listen for peers. A daemon that cannot, or not tell them where, works without and says so."""
    try:
        await _listen(daemon, stack)
    except (LinkError, ReadError) as error:
        daemon.health.down("socket", str(error))
    except OSError as error:
        daemon.health.down("socket", f"{error.filename or ADDRESS_FILE}: {error.strerror}")


async def _listen(daemon: Daemon, stack: AsyncExitStack) -> None:
    state = daemon.settings.state_directory
    listen = daemon.settings.listen
    token = load_or_create_token(state / TOKEN_FILE)
    names = [server.name for server in daemon.servers]
    control = Control(daemon)
    problem = ""
    for address in dict.fromkeys((listen, ANY_PORT)):
        opening = SocketServer.running(address, token, names, control, daemon.clock)
        try:
            server = await stack.enter_async_context(opening)
        except LinkError as error:
            problem = str(error)
            continue
        await stack.enter_async_context(daemon.frames.running(server))
        stack.enter_context(control.peers.reached_by(server))
        atomic.replace_file(state / ADDRESS_FILE, f"{server.address}\n".encode())
        stack.callback((state / ADDRESS_FILE).unlink, missing_ok=True)
        daemon.health.up("socket", f"at {server.address}, since it {problem}" if problem else "")
        return
    raise LinkError(problem)
