"""The configuration around a server: whether it is named there, and what that says of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.core.errors import ConfigurationError
from bridge.settings import loading
from bridge.settings.locate import root_of
from bridge.settings.schema import ServerTable
from bridge.setup import bridge_file

if TYPE_CHECKING:
    from bridge.settings.snapshot import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """`config` is the file, `text` its content, None where there is none yet.

    `server` is what the server is called there, or will be; `listed`: it need not be added.
    """

    config: Path
    text: str | None
    server: str
    listed: bool
    table: ServerTable
    state: Path
    """The real path of the daemon's state folder."""


def around(config: Path, directory: Path) -> Surroundings:
    """For a server that the file is to name. Raises ConfigurationError, OSError."""
    text = _read(config)
    settings = _settings(config, text)
    listed = _listed(settings, directory)
    servers = settings.file.servers
    name = listed or bridge_file.name_for(directory.name, servers)
    return Surroundings(
        config=config,
        text=text,
        server=name,
        listed=bool(listed),
        table=servers[listed] if listed else ServerTable(directory=str(directory)),
        state=Path(os.path.realpath(settings.state_directory)),
    )


def alone(config: Path, directory: Path, state: Path) -> Surroundings:
    """For a server that is named on the command line alone (`--directory`)."""
    return Surroundings(
        config=config,
        text=None,
        server=bridge_file.FIRST,
        listed=True,
        table=ServerTable(directory=str(directory)),
        state=Path(os.path.realpath(state)),
    )


def _read(config: Path) -> str | None:
    try:
        return config.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ConfigurationError(file=str(config), key="", problem="is not UTF-8 text") from error


def _settings(config: Path, text: str | None) -> Settings:
    return loading.defaults(root_of(config)) if text is None else loading.load(config)


def _listed(settings: Settings, directory: Path) -> str:
    real = os.path.realpath(directory)
    for name, table in settings.file.servers.items():
        if os.path.realpath(settings.directory(table)) == real:
            return name
    return ""
