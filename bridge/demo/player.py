"""A player of the simulated server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.demo.screen import Kind, Screen, Shown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from uuid import UUID

    from bridge.demo.accounts import Account
    from bridge.demo.fields import Value


@dataclass(slots=True, eq=False)
class Player:
    """One account with its screen, which stays when the player leaves. `entity` is 0 while out."""

    account: Account
    screen: Screen = field(default_factory=Screen)
    entity: int = 0

    @property
    def name(self) -> str:
        """The account's name."""
        return self.account.name

    @property
    def uuid(self) -> UUID:
        """The account's UUID on this server."""
        return self.account.uuid

    @property
    def online(self) -> bool:
        """Whether the player is in the game."""
        return self.entity != 0

    def messages(self) -> AsyncIterator[Shown]:
        """What the player is shown from this call on; ends with the server's life."""
        return self.screen.messages()

    def see(self, kind: Kind, text: str, component: Value | None = None) -> None:
        """Show something, if the player is there to see it; without a component it is its text."""
        if self.online:
            sent = text if component is None else component
            self.screen.show(Shown(kind=kind, text=text, component=sent))
