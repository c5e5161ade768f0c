"""One call under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.core.errors import ModelError
    from bridge.gateway.endpoint import Endpoint
    from bridge.gateway.messages import ModelRequest


@dataclass(slots=True, kw_only=True)
class Call:
    """What is asked, where, and how far its newest attempt has come.

    `sent` is true from the moment the request's head leaves. `status` is that of the answer, and
    `refusal` what an answer other than 2xx means.
    """

    request: ModelRequest
    endpoint: Endpoint
    on_text: Callable[[str], None] | None
    sent: bool = False
    status: int | None = None
    refusal: ModelError | None = None

    def begin(self) -> None:
        """Another attempt."""
        self.sent = False
        self.status = None
        self.refusal = None

    @property
    def accepted(self) -> bool:
        """Whether the newest answer is 2xx."""
        return self.status is not None and 200 <= self.status < 300
