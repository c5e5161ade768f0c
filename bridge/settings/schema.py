"""The schema of `config/bridge.toml` (contract section 3). Unknown keys are errors."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
)

Auto = Literal["auto"]
SERVER_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _uuid(value: object) -> object:
    return UUID(value) if isinstance(value, str) else value


def _absent_if_empty(value: object) -> object:
    return None if value == "" else value


def _server_name(value: str) -> str:
    if not SERVER_NAME.fullmatch(value):
        problem = "a server's name is made of letters, digits, - and _"
        raise ValueError(problem)
    return value


ServerName = Annotated[str, AfterValidator(_server_name)]
PlayerId = Annotated[UUID, BeforeValidator(_uuid)]


Text = Annotated[str, Field(min_length=1)]


class Table(BaseModel):
    """Any table of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RconTable(Table):
    """RCON as written here; what is absent comes from server.properties."""

    host: str | None = None
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    password_env: str | None = None


class ManagementTable(Table):
    """The management protocol of 1.21.9 and later."""

    url: str
    secret_env: str
    ca: str | None = None


class ServerTable(Table):
    """One game server; paths are relative to `directory`."""

    directory: Text
    log: Text | None = None
    launch: list[str] | None = None
    restart: Literal["never", "on-crash", "always"] = "never"
    stop_timeout: Annotated[float, Field(gt=0)] = 60
    dialect: str = "auto"
    rcon: RconTable = RconTable()
    management: ManagementTable | None = None
    chat_prefixes: Annotated[list[str], Field(min_length=1)] = ["@ai", "!ai"]
    language: Literal["en_us", "zh_cn"] = "en_us"
    admins: list[PlayerId] = []
    names_verified: bool | Auto = "auto"
    nickname_plugin: bool | Auto = "auto"
    host: Annotated[PlayerId | None, BeforeValidator(_absent_if_empty)] = None
    mirror_seconds: Annotated[float, Field(gt=0)] = 300

    @field_validator("chat_prefixes")
    @classmethod
    def _prefixes(cls, value: list[str]) -> list[str]:
        for prefix in value:
            if not prefix or any(character.isspace() for character in prefix):
                problem = "a prefix is a word without blanks"
                raise ValueError(problem)
            if prefix.startswith("/"):
                problem = "a chat line cannot begin with '/': the game takes it for a command"
                raise ValueError(problem)
        return value


class SocketTable(Table):
    """Where peers and our own command line reach the daemon."""

    listen: str = "127.0.0.1:25580"


class WebTable(Table):
    """The administrator's page; an empty `listen` turns it off."""

    listen: str = "127.0.0.1:8642"
    behind_proxy: bool = False


class KeepDays(Table):
    """How many days what is recorded stays."""

    history: Annotated[int, Field(ge=1)] = 30
    trace: Annotated[int, Field(ge=1)] = 14


class StateTable(Table):
    """Where the daemon keeps what it knows."""

    database: str = "sqlite:state/bridge.db"
    timezone: str = "local"
    keep_days: KeepDays = KeepDays()

    @field_validator("database")
    @classmethod
    def _sqlite(cls, value: str) -> str:
        if not value.startswith("sqlite:") or not value.removeprefix("sqlite:"):
            problem = "is written sqlite:PATH"
            raise ValueError(problem)
        return value

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str) -> str:
        if value != "local":
            try:
                ZoneInfo(value)
            except (ZoneInfoNotFoundError, ValueError, OSError) as error:
                problem = f"no time zone is called {value!r}"
                raise ValueError(problem) from error
        return value


class PrivacyTable(Table):
    """What leaves this machine."""

    send_player_name: bool = True


class LogTable(Table):
    """The daemon's own log."""

    format: Literal["console", "json"] = "console"


class BridgeFile(Table):
    """The whole file."""

    servers: dict[ServerName, ServerTable] = {}
    socket: SocketTable = SocketTable()
    web: WebTable = WebTable()
    state: StateTable = StateTable()
    privacy: PrivacyTable = PrivacyTable()
    log: LogTable = LogTable()
