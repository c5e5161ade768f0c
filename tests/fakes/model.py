"""A model in memory that says what a script says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.core.errors import ModelError
from bridge.gateway.messages import ModelReply, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.gateway.messages import ModelRequest

    Scripted = str | ModelReply | ModelError | Callable[[ModelRequest], str]

MODEL = "scripted"
USAGE = Usage(input_tokens=100, output_tokens=20)


class ScriptedModel:
    """`gateway.ModelGateway` without a network.

    Each call takes the next of `replies`: a text, a whole reply, an error that is raised, or a
    function of the request (which may raise a ModelError too). An endless iterator is welcome.
    Asked more often than that, it fails the test. Texts carry `usage`, and cost `prices` (USD per
    1,000 tokens of input and of output) or nothing known. While `gate` is not set, calls wait.
    """

    def __init__(
        self,
        replies: Iterable[Scripted] = (),
        *,
        usage: Usage | None = USAGE,
        prices: tuple[float, float] | None = None,
    ) -> None:
        self.requests: list[ModelRequest] = []
        self.running = 0
        """How many calls are under way."""
        self.most_at_once = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self._replies = iter(replies)
        self._usage = usage
        self._prices = prices
        self._more = asyncio.Event()

    async def asked(self, times: int) -> None:
        """Return once so many calls have come in all."""
        while len(self.requests) < times:
            self._more.clear()
            await self._more.wait()

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        self.requests.append(request)
        self._more.set()
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            if not self.gate.is_set():
                await self.gate.wait()
            reply = self._reply(request)
            if on_text is not None:
                for start in range(0, len(reply.text), 16):
                    on_text(reply.text[start : start + 16])
            return reply
        finally:
            self.running -= 1

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        del model
        if self._prices is None:
            return None
        return (input_tokens * self._prices[0] + output_tokens * self._prices[1]) / 1000

    def _reply(self, request: ModelRequest) -> ModelReply:
        try:
            scripted = next(self._replies)
        except StopIteration:
            problem = f"call {len(self.requests)} is one more than the script has"
            raise AssertionError(problem) from None
        match scripted:
            case ModelError():
                raise scripted
            case ModelReply():
                return scripted
            case str():
                return self._said(scripted, request)
            case _:
                return self._said(scripted(request), request)

    def _said(self, text: str, request: ModelRequest) -> ModelReply:
        model = request.model or MODEL
        used = self._usage
        return ModelReply(
            text=text,
            model=model,
            usage=used,
            cost=None
            if used is None
            else self.price(
                model, input_tokens=used.input_tokens, output_tokens=used.output_tokens
            ),
            json_mode=request.json,
            finish="stop",
        )
