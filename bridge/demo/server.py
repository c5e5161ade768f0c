"""The simulated server as a whole: its directory, its threads, and the switches for faults."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bridge.core.errors import RefusedError
from bridge.demo import properties, startup
from bridge.demo.accounts import OPERATOR, VISITOR, Operators, save_user_cache
from bridge.demo.commands import execute
from bridge.demo.directory import LOGS, OPERATORS, PROPERTIES, RCON_RECORD, USER_CACHE, prepare
from bridge.demo.game import Game, Rules
from bridge.demo.log_file import SERVER_THREAD, LogFile
from bridge.demo.main_thread import MainThread
from bridge.demo.rcon_record import RconRecord
from bridge.demo.rcon_server import RconServer
from bridge.demo.version import GameVersion

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime
    from pathlib import Path

    from bridge.core.clock import Clock
    from bridge.demo.player import Player


class DemoServer:
    """One server in one directory, made by `running`; its players' screens outlive a restart.

    Everything that a player or the console does is awaited until the main thread has done it, and
    raises RefusedError where the game does not let it happen or the server is down.
    """

    @classmethod
    @asynccontextmanager
    async def running(
        cls, directory: Path, clock: Clock, version: str = "1.21.4", rcon_port: int = 0
    ) -> AsyncGenerator[DemoServer]:
        """A server that has started, until the block ends. Port 0 takes any free one.

        Raises UsageError: no version that is simulated; and what `start` raises.
        """
        alone: BaseException | None = None
        try:
            async with asyncio.TaskGroup() as tasks:
                server = cls(directory, clock, GameVersion.parse(version), rcon_port, tasks)
                server.start()
                try:
                    yield server
                finally:
                    await server.stop()
                    for player in server.players:
                        player.screen.close()
        except BaseExceptionGroup as failures:
            alone, *others = failures.exceptions
            if others:
                raise
        if alone is not None:
            # What the block raised leaves it as it was raised, not in the task group's wrapping.
            raise alone

    def __init__(
        self,
        directory: Path,
        clock: Clock,
        version: GameVersion,
        rcon_port: int,
        tasks: asyncio.TaskGroup,
    ) -> None:
        self.directory = directory
        self.version = version
        self.rcon_port = rcon_port
        self._clock = clock
        self._tasks = tasks
        self._settings: dict[str, str] = {}
        self._record = RconRecord(directory / RCON_RECORD)
        self._players: dict[str, Player] = {}
        self._game: Game | None = None
        self._log: LogFile | None = None
        self._down = asyncio.Event()
        self._main = MainThread(clock)
        self._rcon = RconServer(tasks, self._rcon_command, self._write_log)

    def start(self) -> None:
        """Start the server that has stopped (its directory may have been changed meanwhile).

        Raises RefusedError: it is running; ConfigurationError, ReadError: server.properties,
        ops.json; OSError.
        """
        if self._game is not None:
            raise RefusedError("the server is running")
        began = self._clock.monotonic()
        self._settings = prepare(
            self.directory, version=self.version, now=self._clock.now().astimezone()
        )
        rules = Rules.of(self._settings)
        operators = Operators(self.directory / OPERATORS)
        self._log = LogFile(self.directory / LOGS, self._local_time)
        self._down.clear()
        self._game = Game(
            version=self.version,
            rules=rules,
            operators=operators,
            players=self._players,
            log=self._write_log,
            on_stop=self._stop_soon,
        )
        for name in (OPERATOR, VISITOR):
            self._game.player(name)
        took = self._clock.monotonic() - began
        for line in startup.lines(self.version, self._settings, seconds=took):
            self._write_log(line.message, level=line.level)
        self._main.start(self._tasks)
        if self._settings["enable-rcon"] == "true":
            self._open_rcon()

    async def stop(self) -> None:
        """Stop as `/stop` does; one that is stopping or has stopped is waited for."""
        game, self._game = self._game, None
        if game is None:
            await self._down.wait()
            return
        try:
            await self._main.stop()
            game.shut_down(self._settings["level-name"])
            await self._close_rcon()
        finally:
            if self._log is not None:
                self._log.close()
            self._down.set()

    async def restart(self) -> None:
        """Stop and start; the players are out, the RCON port stays."""
        await self.stop()
        self.start()

    @property
    def is_running(self) -> bool:
        """Whether the server is up."""
        return self._game is not None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who may come or was here."""
        return tuple(self._players.values())

    def player(self, name: str) -> Player:
        """The player of that name, in the game or not. Raises RefusedError: down, or no name."""
        return self._running_game().player(name)

    async def join(self, name: str) -> Player:
        """A player comes into the game."""
        player = await self._main.call(lambda: self._running_game().join(name))
        known = [one.account for one in self.players if one is not player]
        cache = self.directory / USER_CACHE
        save_user_cache(cache, [player.account, *known], now=self._clock.now())
        return player

    async def leave(self, name: str) -> None:
        """A player leaves the game."""
        await self._main.call(lambda: self._running_game().leave(name))

    async def chat(self, name: str, text: str) -> None:
        """A player says something."""
        await self._main.call(lambda: self._running_game().chat(name, text))

    async def command(self, name: str, text: str) -> None:
        """A player types a command; the leading slash may be left out."""
        await self._main.call(lambda: self._player_command(name, text))

    async def console(self, text: str) -> None:
        """A line is typed at the server's console."""
        await self._main.call(lambda: self._console_command(text))

    @property
    def rcon_password(self) -> str:
        """What RCON asks for."""
        return self._settings["rcon.password"]

    @property
    def rcon_reads(self) -> int:
        """How many reads RCON took from its connections so far; see `rcon_consumed`."""
        return self._rcon.reads

    async def rcon_consumed(self, reads: int) -> None:
        """Wait until RCON has taken that many reads."""
        await self._rcon.consumed(reads)

    @property
    def commands(self) -> tuple[str, ...]:
        """Every command that came over RCON, oldest first."""
        return tuple(self._record.commands)

    @property
    def rcon_enabled(self) -> bool:
        """Whether RCON listens."""
        return self._rcon.is_open

    async def enable_rcon(self, enabled: bool) -> None:
        """Fault: take RCON away, with its connections, or bring it back on the same port."""
        if enabled and not self._rcon.is_open:
            self._open_rcon()
        elif not enabled:
            await self._close_rcon()

    async def drop_rcon(self) -> None:
        """Fault: end every RCON connection at once, whatever it is doing."""
        await self._rcon.drop()

    def change_password(self, password: str) -> None:
        """Fault: new RCON connections need this password; those that are logged in stay."""
        self._settings["rcon.password"] = password
        self._rcon.password = password
        self._save_settings()

    @property
    def latency(self) -> float:
        """Seconds that the main thread takes for each piece of work, 0 at first."""
        return self._main.latency

    @latency.setter
    def latency(self, seconds: float) -> None:
        self._main.latency = seconds

    def rotate(self) -> None:
        """Archive the log as at midnight: renamed and packed, and a new file begun."""
        if self._log is not None and self._game is not None:
            self._log.rotate()

    def _stop_soon(self) -> None:
        self._tasks.create_task(self.stop())

    def _running_game(self) -> Game:
        if self._game is None:
            raise RefusedError("the server is not running")
        return self._game

    def _player_command(self, name: str, text: str) -> None:
        game = self._running_game()
        execute(game, game.player_source(name), text)

    def _console_command(self, text: str) -> None:
        game = self._running_game()
        execute(game, game.console(), text)

    async def _rcon_command(self, text: str) -> str:
        return await self._main.call(lambda: self._execute_for_rcon(text))

    def _execute_for_rcon(self, text: str) -> str:
        self._record.add(text, now=self._clock.now())
        told: list[str] = []
        game = self._running_game()
        execute(game, game.rcon(told.append), text)
        return "".join(told)

    def _local_time(self) -> datetime:
        return self._clock.now().astimezone()

    def _write_log(self, message: str, *, thread: str = SERVER_THREAD, level: str = "INFO") -> None:
        if self._log is not None:
            self._log.write(message, thread=thread, level=level)

    def _open_rcon(self) -> None:
        host = self._settings["server-ip"] or "0.0.0.0"
        password = self._settings["rcon.password"]
        if not password:
            self._write_log(
                "No rcon password set in server.properties, rcon disabled!", level="WARN"
            )
            return
        self._write_log("Starting remote control listener")
        try:
            self.rcon_port = self._rcon.open(host, self.rcon_port, password)
        except OSError:
            self._write_log(f"Unable to initialise RCON on {host}:{self.rcon_port}", level="WARN")
            return
        # The log says where RCON is only when server.properties says it too.
        self._settings["rcon.port"] = str(self.rcon_port)
        self._save_settings()
        self._write_log("Thread RCON Listener started")
        self._write_log(f"RCON running on {host}:{self.rcon_port}")

    async def _close_rcon(self) -> None:
        if self._rcon.is_open:
            await self._rcon.close()
            self._write_log("Thread RCON Listener stopped")

    def _save_settings(self) -> None:
        properties.save(
            self.directory / PROPERTIES, self._settings, now=self._clock.now().astimezone()
        )
