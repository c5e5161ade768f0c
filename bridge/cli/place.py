"""Where the daemon that a command means keeps its state, and its settings.

To reach a running daemon one value of bridge.toml is enough; the daemon has checked the rest.
So the schema, which costs a fifth of a second to import, is loaded only where it is needed.
"""

from __future__ import annotations

import os
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.core.errors import ConfigurationError, UsageError
from bridge.daemon.rendezvous import claim, only_daemon, require_own
from bridge.settings.locate import nearest, root_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from bridge.cli.options import Options
    from bridge.settings.snapshot import Settings

DEFAULT_DATABASE = "state/bridge.db"


@dataclass(frozen=True, slots=True)
class Place:
    """A configuration file (None where there is none) and the folder its paths start from."""

    config: Path | None
    root: Path
    directory: Path | None

    @property
    def state(self) -> Path:
        """The state folder; of a file that cannot be read, the default one."""
        if self.directory is not None:
            return self.root / _own_state(self.directory)
        return (self.root / os.path.expanduser(_database(self.config))).parent

    @contextmanager
    def held(self) -> Generator[None]:
        """Hold the lock of the state, and note whose it is. Raises RefusedError, UsageError."""
        with only_daemon(self.state):
            if self.directory is not None:
                claim(self.state, self.directory)
            yield

    def settings(self) -> Settings:
        """Everything, checked. Raises ConfigurationError."""
        from bridge.settings import loading

        settings = loading.load(self.config) if self.config else loading.defaults(self.root)
        if self.directory is not None:
            return settings.with_server(self.directory, _own_state(self.directory))
        return settings


def locate(options: Options) -> Place:
    """The place that `--config` and `--directory` name, else the nearest one from here upward.

    Raises UsageError for a directory that is none, or whose state folder is another server's.
    """
    directory = Path(os.path.realpath(options.directory)) if options.directory is not None else None
    if directory is not None:
        _check(directory)
    here = Path.cwd()
    config = Path(options.config) if options.config is not None else nearest(here)
    place = Place(config, here if config is None else root_of(config), directory)
    if directory is not None:
        require_own(place.state, directory)
    return place


def _own_state(directory: Path) -> str:
    """Where the state of a server named by `--directory` is kept, from the root (contract 1)."""
    return f"state/{directory.name}"


def require_text(folder: str) -> None:
    """Raises UsageError for a name that no configuration, store or answer could hold."""
    if any("\ud800" <= character <= "\udfff" for character in folder):
        raise UsageError("the name of that folder is no UTF-8: it cannot stand in a configuration")


def _check(directory: Path) -> None:
    require_text(str(directory))
    if not os.path.isdir(directory):
        problem = (
            f"{directory} is no folder; name the one that holds server.properties, "
            "and a command after it"
        )
        raise UsageError(problem)
    if not directory.name:
        problem = f"{directory} has no name that its state could be kept under"
        raise UsageError(problem)


def _database(config: Path | None) -> str:
    if config is None:
        return DEFAULT_DATABASE
    try:
        values = tomllib.loads(config.read_text(encoding="utf-8-sig"))
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); name the file with --config"
        raise ConfigurationError(file=str(config), key="", problem=problem) from error
    except (ValueError, RecursionError):
        return DEFAULT_DATABASE
    match values:
        case {"state": {"database": str(written)}}:
            return written.removeprefix("sqlite:")
        case _:
            return DEFAULT_DATABASE
