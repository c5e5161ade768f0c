"""What is so outside the store of access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.access.effective import Circumstances

if TYPE_CHECKING:
    from uuid import UUID


class Outside:
    """The configuration and the host, changed by hand."""

    def __init__(self) -> None:
        self.model_configured = True
        self.configured_calls = 50
        self.host: UUID | None = None
        self.free_rounds = True

    def __call__(self, uuid: UUID | None) -> Circumstances:
        return Circumstances(
            model_configured=self.model_configured,
            configured_calls=self.configured_calls,
            host=uuid is not None and uuid == self.host,
            identified=uuid is not None,
            free_rounds=self.free_rounds,
        )
