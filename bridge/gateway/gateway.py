"""The port that the kernel depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.gateway.messages import ModelReply, ModelRequest


class ModelGateway(Protocol):
    """A way to a model."""

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """Ask once.

        `on_text` is told the pieces of the text as they come, and asks the provider to stream;
        joined they are the reply's text but for blanks at its ends. After a failure, what it was
        told stands for nothing. Cancelling closes the connection; the call counts from then on.
        Raises ModelError, and nothing else.
        """
        ...

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        """USD for so many tokens, None where no price is known. `model` "" is the configured."""
        ...
