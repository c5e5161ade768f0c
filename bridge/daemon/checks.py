"""What of the settings only the daemon can judge, before anything is opened."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError, LinkError, UsageError
from bridge.minecraft.dialects import flavours
from bridge.minecraft.transports.management_endpoint import at_url
from bridge.minecraft.transports.socket_address import parse_address
from bridge.settings.positions import toml_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.settings.schema import ServerTable
    from bridge.settings.snapshot import Settings

_LATER: Final = "comes with a later version and has no effect yet"
_LATER_KEYS: Final = {
    "web": ("listen", "behind_proxy"),
}


def check(settings: Settings) -> None:
    """Raises ConfigurationError for a server without a folder, a wrong dialect or address."""
    if not settings.file.servers:
        problem = "no game server is named; add [servers.main] with its directory"
        raise _wrong(settings, ("servers",), problem)
    for name, table in settings.file.servers.items():
        directory = settings.directory(table)
        if not os.path.isdir(directory):
            problem = f"{directory} is no folder; name the one that holds server.properties"
            raise _wrong(settings, ("servers", name, "directory"), problem)
        if table.launch is not None and not table.launch:
            problem = "is the server's command, a list of words"
            raise _wrong(settings, ("servers", name, "launch"), problem)
        _check_management(settings, name, table)
        try:
            flavours.named(table.dialect)
        except UsageError as error:
            raise _wrong(settings, ("servers", name, "dialect"), str(error)) from error
    try:
        parse_address(settings.listen)
    except ConfigurationError as error:
        raise _wrong(settings, ("socket", "listen"), error.problem) from error


def without_effect(settings: Settings) -> Iterator[str]:
    """One line for each option that is set and that this version does nothing with."""
    for name, table in settings.file.servers.items():
        for key in ("restart", "stop_timeout"):
            if key in table.written and table.launch is None:
                yield f"servers.{name}.{key} has no effect without launch"
    for section, keys in _LATER_KEYS.items():
        table = getattr(settings.file, section)
        for key in keys:
            if key in table.written and getattr(table, key) != "":
                yield f"{section}.{key} {_LATER}"


def _check_management(settings: Settings, name: str, table: ServerTable) -> None:
    if table.management is None:
        return
    try:
        at_url(table.management.url, secret="x")
    except (ConfigurationError, LinkError) as error:
        problem = error.problem if isinstance(error, ConfigurationError) else str(error)
        raise _wrong(settings, ("servers", name, "management", "url"), problem) from error


def _wrong(settings: Settings, key: tuple[str, ...], problem: str) -> ConfigurationError:
    text = settings.path.read_text(encoding="utf-8") if settings.path else ""
    return ConfigurationError(
        file=str(settings.path or "config/bridge.toml"),
        key=".".join(key),
        problem=problem,
        line=toml_line(text, key),
    )
