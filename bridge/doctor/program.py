"""What the daemon is made of: its configuration, its store, its model, its day."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from bridge.core.errors import ConfigurationError, ModelError, StoreError
from bridge.core.invoked import ANY_DIRECTORY, typed
from bridge.daemon.checks import check, without_effect
from bridge.daemon.system_files import SystemFiles
from bridge.daemon.zone import named_zone
from bridge.doctor.finding import broken, ok, warning
from bridge.gateway.endpoint import endpoint_of
from bridge.storage.inspection import inspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.access.events import AccessEvent
    from bridge.core.clock import Clock
    from bridge.doctor.finding import Finding
    from bridge.settings.model_file import ModelFile
    from bridge.settings.snapshot import Settings

CONNECT_SECONDS: Final = 3.0


def configuration(settings: Settings) -> Iterator[Finding]:
    """bridge.toml, beyond what its schema says."""
    try:
        check(settings)
    except ConfigurationError as error:
        todo = "" if settings.file.servers else typed("init", directory=ANY_DIRECTORY)
        yield broken("configuration", str(error), todo)
        return
    yield ok("configuration", str(settings.path or "none: everything by default"))
    for line in without_effect(settings):
        yield warning("configuration", line, "take it out, or wait for that version")


async def store(settings: Settings) -> Finding:
    """The database, as it stands."""
    path = settings.database
    if not path.exists():
        folder = next(each for each in path.parents if each.exists())
        if not os.access(folder, os.W_OK):
            return broken("store", f"{folder} cannot be written", "run this as its owner")
        return ok("store", f"{path} is made at the first start")
    try:
        behind = await inspect(path)
    except StoreError as error:
        return broken("store", str(error))
    if not os.access(path, os.W_OK):
        return broken("store", f"{path} cannot be written", "run this as its owner")
    brought = f"; the next start brings it {behind} steps forward" if behind else ""
    return ok("store", f"{path}{brought}")


async def model(settings: Settings, clock: Clock) -> Finding:
    """`config/system/*.json`, and whether somebody listens where the model is. It is not called."""
    try:
        files = SystemFiles(settings.system_directory, clock=clock, announce=_nobody)
    except ConfigurationError as error:
        return broken("model", str(error))
    file = files.model
    if not (file.base_url.strip() or file.model.strip()):
        return ok("model", "none: requests are answered from the server's files alone")
    return await _reached(file)


async def _reached(file: ModelFile) -> Finding:
    try:
        endpoint = endpoint_of(file, model="", environment=os.environ)
    except ModelError as error:
        todo = "set the key where the daemon starts; this is what this shell has"
        return warning("model", str(error), todo if file.base_url.strip() else "")
    key = "its key is set" if endpoint.keyed else "it wants no key"
    named = f"{endpoint.model} at {endpoint.host}, {key}"
    if endpoint.proxy is not None:
        return ok("model", f"{named}; it is reached by a proxy, which was not tried")
    parts = urlsplit(endpoint.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection(endpoint.host, port)
            writer.close()
    except (OSError, TimeoutError) as error:
        why = str(error) or f"no connection in {CONNECT_SECONDS:g} s"
        return warning("model", f"{named}: {why}", "is it started, and is baseUrl right?")
    return ok("model", named)


def time_zone(settings: Settings, clock: Clock) -> Finding:
    """Where a day of calls begins."""
    zone = named_zone(settings.file.state.timezone, clock)
    now = clock.now().astimezone(zone)
    return ok("time zone", f"{zone}, where it is {now:%H:%M} now")


def _nobody(event: AccessEvent) -> None:
    del event
