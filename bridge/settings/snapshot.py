"""The settings as they are used: a checked file and the place its paths start from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.core.errors import UsageError
from bridge.settings.schema import ServerTable, SocketTable

if TYPE_CHECKING:
    from bridge.settings.schema import BridgeFile


class Settings:
    """A checked `bridge.toml` with its place, from which all relative paths are taken."""

    def __init__(self, file: BridgeFile, *, root: Path, path: Path | None) -> None:
        self.file = file
        self.root = root
        self.path = path

    def at_root(self, relative: str) -> Path:
        """A path of any table but `[servers.X]`."""
        return self.root / _expanded(relative)

    @property
    def listen(self) -> str:
        """Where the socket listens; a Unix socket by its whole path."""
        written = self.file.socket.listen
        path = written.removeprefix("unix:")
        return written if path == written or not path else f"unix:{self.at_root(path)}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.at_root(self.file.state.database.removeprefix("sqlite:"))

    @property
    def state_directory(self) -> Path:
        """Where the database, the tokens and the lock stand together."""
        return self.database.parent

    @property
    def system_directory(self) -> Path:
        """Where `system-agent.json` and its like may stand."""
        return self.root / "config" / "system"

    def server_name(self, name: str | None) -> str:
        """That name if a server has it; None means the only one. Raises UsageError."""
        if name is None and len(self.file.servers) == 1:
            return next(iter(self.file.servers))
        if name is not None and name in self.file.servers:
            return name
        names = ", ".join(self.file.servers)
        if not names:
            problem = "no game server is named; add [servers.main] to bridge.toml, or --directory"
        else:
            problem = f"name one of these servers with --server: {names}"
        raise UsageError(problem)

    def directory(self, server: ServerTable) -> Path:
        """A game server's folder."""
        return self.at_root(server.directory)

    def log(self, server: ServerTable) -> Path:
        """The log of a game server that we do not launch."""
        return self.directory(server) / _expanded(server.log or "logs/latest.log")

    def with_server(self, directory: Path, state: str) -> Settings:
        """These settings for the one server at `directory`, with a state folder of its own."""
        database = f"sqlite:{state}/bridge.db"
        file = replace(
            self.file,
            servers={"main": ServerTable(directory=str(directory.resolve()))},
            state=replace(self.file.state, database=database),
        )
        return Settings(file, root=self.root, path=self.path)

    def without_ports(self) -> Settings:
        """These settings at no port that anybody knows: a free one for the socket, no web page."""
        return self.listening_at("127.0.0.1:0")

    def listening_at(self, address: str) -> Settings:
        """These settings with the socket at that address and no web page."""
        file = replace(
            self.file, socket=SocketTable(listen=address), web=replace(self.file.web, listen="")
        )
        return Settings(file, root=self.root, path=self.path)


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        problem = f"{path}: nobody here is called that"
        raise UsageError(problem) from error
