"""The schema of `config/bridge.toml` (contract section 3). Unknown keys are errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from bridge.settings.kinds import (
    auto,
    choice,
    filled,
    flag,
    list_of,
    named,
    positive,
    text,
    uuid,
    whole,
)
from bridge.settings.problems import wrong
from bridge.settings.tables import Table, key, schema, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from bridge.settings.kinds import Auto

Restart = Literal["never", "on-crash", "always"]
Language = Literal["en_us", "zh_cn"]
LogFormat = Literal["console", "json"]
SERVER_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _server_name(value: object) -> str:
    if not SERVER_NAME.fullmatch(name := text(value)):
        raise wrong("a server's name is made of letters, digits, - and _")
    return name


def _prefixes(value: object) -> tuple[str, ...]:
    prefixes = list_of(text, least=1)(value)
    for prefix in prefixes:
        if not prefix or any(character.isspace() for character in prefix):
            raise wrong("a prefix is a word without blanks")
        if prefix.startswith("/"):
            raise wrong("a chat line cannot begin with '/': the game takes it for a command")
    return prefixes


def _owner(value: object) -> UUID | None:
    return None if value == "" else uuid(value)


def _sqlite(value: object) -> str:
    written = text(value)
    if not written.startswith("sqlite:") or not written.removeprefix("sqlite:"):
        raise wrong("is written sqlite:PATH")
    return written


def _zone(value: object) -> str:
    if (name := text(value)) == "local":
        return name
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise wrong(f"no time zone is called {name!r}") from error
    return name


@schema
class RconTable(Table):
    """RCON as written here; what is absent comes from server.properties."""

    host: str | None = key(text, default=None)
    port: int | None = key(whole(1, 65535), default=None)
    password_env: str | None = key(text, default=None)


@schema
class ManagementTable(Table):
    """The management protocol of 1.21.9 and later."""

    url: str = key(text)
    secret_env: str = key(text)
    ca: str | None = key(text, default=None)


@schema
class ServerTable(Table):
    """One game server; paths are relative to `directory`."""

    directory: str = key(filled)
    log: str | None = key(filled, default=None)
    launch: tuple[str, ...] | None = key(list_of(text), default=None)
    restart: Restart = key(choice(Restart), default="never")
    stop_timeout: float = key(positive, default=60)
    dialect: str = key(text, default="auto")
    rcon: RconTable = key(table_of(RconTable), default=RconTable())
    management: ManagementTable | None = key(table_of(ManagementTable), default=None)
    chat_prefixes: tuple[str, ...] = key(_prefixes, default=("@ai", "!ai"))
    language: Language = key(choice(Language), default="en_us")
    admins: tuple[UUID, ...] = key(list_of(uuid), default=())
    names_verified: bool | Auto = key(auto, default="auto")
    nickname_plugin: bool | Auto = key(auto, default="auto")
    host: UUID | None = key(_owner, default=None)
    mirror_seconds: float = key(positive, default=300)


@schema
class SocketTable(Table):
    """Where peers and our own command line reach the daemon."""

    listen: str = key(text, default="127.0.0.1:25580")


@schema
class WebTable(Table):
    """The administrator's page; an empty `listen` turns it off."""

    listen: str = key(text, default="127.0.0.1:8642")
    behind_proxy: bool = key(flag, default=False)


@schema
class KeepDays(Table):
    """How many days what is recorded stays."""

    history: int = key(whole(1), default=30)
    trace: int = key(whole(1), default=14)


@schema
class StateTable(Table):
    """Where the daemon keeps what it knows."""

    database: str = key(_sqlite, default="sqlite:state/bridge.db")
    timezone: str = key(_zone, default="local")
    keep_days: KeepDays = key(table_of(KeepDays), default=KeepDays())


@schema
class PrivacyTable(Table):
    """What leaves this machine."""

    send_player_name: bool = key(flag, default=True)


@schema
class LogTable(Table):
    """The daemon's own log."""

    format: LogFormat = key(choice(LogFormat), default="console")


@schema
class BridgeFile(Table):
    """The whole file."""

    servers: Mapping[str, ServerTable] = key(
        named(table_of(ServerTable), name=_server_name), default={}
    )
    socket: SocketTable = key(table_of(SocketTable), default=SocketTable())
    web: WebTable = key(table_of(WebTable), default=WebTable())
    state: StateTable = key(table_of(StateTable), default=StateTable())
    privacy: PrivacyTable = key(table_of(PrivacyTable), default=PrivacyTable())
    log: LogTable = key(table_of(LogTable), default=LogTable())


checked = table_of(BridgeFile)
"""The content of the file as a value. Raises WrongValueError."""
