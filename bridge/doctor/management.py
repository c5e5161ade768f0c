"""The management protocol (1.21.9 and later), tried while no daemon runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError, LinkError
from bridge.doctor.finding import ok, warning
from bridge.minecraft.transports.management_opening import opened

if TYPE_CHECKING:
    from bridge.core.clock import Clock
    from bridge.daemon.server_place import ServerPlace
    from bridge.doctor.finding import Finding
    from bridge.minecraft.transports.management_messages import ManagementEvent

LINK: Final = "management"
CONNECT_SECONDS: Final = 3.0


async def tried(place: ServerPlace, clock: Clock, listening: int | None) -> Finding:
    """Connect once; `listening` is the port that the log tells. Nothing that runs needs it."""
    if not place.has_management:
        return ok(LINK, "off in server.properties; nothing needs it")
    try:
        endpoint = place.management(listening)
        async with opened(endpoint, clock=clock, take=_nothing, patience=CONNECT_SECONDS):
            return ok(LINK, f"{endpoint.url} takes the secret")
    except (LinkError, ConfigurationError) as error:
        return warning(LINK, str(error), "is the server started with these settings?")


async def _nothing(event: ManagementEvent) -> None:
    del event
