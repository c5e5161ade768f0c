"""What the management protocol tells, taken into presence and into the stream of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.events import Join, Saved
from bridge.minecraft.link.heard import Heard
from bridge.minecraft.transports import management_messages as told

if TYPE_CHECKING:
    from bridge.minecraft.identity import Identity
    from bridge.minecraft.presence import Presence
    from bridge.minecraft.transports.management_messages import ManagementEvent


class Managed:
    """One server's. Its lists are the server's own word on who is in the game.

    What it says of operators is not needed: ops.json has it by the time of each decision.
    """

    def __init__(self, presence: Presence, identity: Identity) -> None:
        self._presence = presence
        self._identity = identity

    def take(self, event: ManagementEvent) -> Heard | None:
        """Bring presence up to date; what others have to hear of, too."""
        match event:
            case told.PlayersListed(players=players):
                listed = ((each.name, each.uuid) for each in players if each.uuid is not None)
                self._presence.reconcile(listed)
            case told.OperatorsListed() | told.OperatorAdded() | told.OperatorRemoved():
                pass
            case Saved():
                return Heard(event=event)
            case Join(player=name):
                self._presence.apply(event)
                return Heard(event=event, player=self._identity.player(name))
            case _:
                self._presence.apply(event)
        return None
