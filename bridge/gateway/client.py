"""The real gateway: chat completions over HTTP."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.gateway import prices, retry_after
from bridge.gateway.call import Call
from bridge.gateway.chat_completions import request_body
from bridge.gateway.endpoint import endpoint_of
from bridge.gateway.failures import refused, timed_out
from bridge.gateway.json_mode import JsonModes
from bridge.gateway.messages import ModelReply, Usage
from bridge.gateway.reply import ReplyReader

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

    from bridge.core.clock import Clock
    from bridge.gateway.assembly import Completion
    from bridge.gateway.endpoint import Endpoint
    from bridge.gateway.http import Answer, Http
    from bridge.gateway.messages import ModelRequest
    from bridge.settings.model_file import ModelFile

_logger = logging.getLogger(__name__)

_REFUSAL_BYTES: Final = 64 * 1024
_REFUSAL_SECONDS: Final = 1.0
"""What the body of a refusal may take; its status has said the most."""


class ChatCompletions:
    """A `gateway.ModelGateway` that is usable while `running`.

    `model` and `environment` are asked at each call: a new configuration is used from the next
    call on, and calls under way keep theirs. Nothing of a session depends on them, so there is one.
    """

    def __init__(
        self,
        model: Callable[[], ModelFile],
        environment: Mapping[str, str],
        clock: Clock,
    ) -> None:
        self._model = model
        self._environment = environment
        self._clock = clock
        self._pauses = retry_after.Pauses(clock)
        self._json_modes = JsonModes()
        self._running = False
        self._http: Http | None = None
        self._warned_of: set[tuple[str, ...]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Own the connections; calls that are still under way at the end fail."""
        self._running = True
        try:
            yield
        finally:
            self._running = False
            http, self._http = self._http, None
            if http is not None:
                await http.close()

    async def complete(
        self, request: ModelRequest, *, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """Ask once, as `ModelGateway` says."""
        file = self._model()
        endpoint = endpoint_of(file, model=request.model, environment=self._environment)
        self._pauses.check(endpoint.base_url)
        self._warn_of(endpoint.unused_headers)
        call = Call(request=request, endpoint=endpoint, on_text=on_text)
        try:
            async with asyncio.timeout(request.timeout):
                if prices.is_slow(file, endpoint.model):
                    await asyncio.to_thread(prices.load)
                completion, json_mode = await self._asked(call)
        except TimeoutError as error:
            late = timed_out(endpoint, request.timeout, sent=call.sent)
            raise call.refusal or late from error
        return ModelReply(
            text=completion.text,
            model=completion.model or endpoint.model,
            usage=completion.usage,
            cost=_cost(file, endpoint, completion),
            json_mode=json_mode,
            finish=completion.finish,
        )

    def price(self, model: str, *, input_tokens: int, output_tokens: int) -> float | None:
        """USD; the first question about a model that `pricing` lacks takes 0.4 s."""
        file = self._model()
        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
        return prices.price_of(file, model or file.model.strip(), usage)

    async def _asked(self, call: Call) -> tuple[Completion, bool]:
        """The reply, and whether JSON mode was on."""
        endpoint = call.endpoint
        json_mode = call.request.json and self._json_modes.wanted(endpoint)
        try:
            return await self._once(call, json_mode=json_mode), json_mode
        except ModelError as error:
            if error.status != 400 or not json_mode or not self._json_modes.may_retry(endpoint):
                raise
        try:
            return await self._once(call, json_mode=False), False
        finally:
            if call.accepted:
                self._json_modes.does_without(endpoint)
                _logger.info("%s has no JSON mode for %s", endpoint.place, endpoint.model)

    async def _once(self, call: Call, *, json_mode: bool) -> Completion:
        """One request, and its answer read."""
        call.begin()
        http = await self._opened()
        body = request_body(
            call.endpoint, call.request, json_mode=json_mode, stream=call.on_text is not None
        )
        async with http.posted(call, body) as answer:
            if not call.accepted:
                raise await self._refusal(call, answer)
            reader = ReplyReader(call.endpoint.place, call.on_text)
            while piece := await answer.piece():
                if reader.feed(piece):
                    break
            return reader.end()

    async def _opened(self) -> Http:
        if self._http is None:
            # Here, and in a thread: it takes 0.3 s, in which the loop has other things to do.
            await asyncio.to_thread(import_module, "bridge.gateway.http")
        if not self._running:
            raise ModelError("the gateway is shut down", kind=ModelFailure.CLOSED, counted=False)
        if self._http is None:
            from bridge.gateway.http import open_http

            self._http = open_http()
        return self._http

    async def _refusal(self, call: Call, answer: Answer) -> ModelError:
        wait = None
        if answer.status in (429, 503):
            wait = retry_after.seconds(answer.header("Retry-After"), self._clock.now())
        if wait is not None:
            self._pauses.begin(call.endpoint.base_url, wait)
        call.refusal = refused(call.endpoint, answer.status, retry_after=wait)
        body = bytearray()
        with suppress(TimeoutError, ModelError):
            async with asyncio.timeout(_REFUSAL_SECONDS):
                while len(body) < _REFUSAL_BYTES and (piece := await answer.piece()):
                    body += piece
        return refused(call.endpoint, answer.status, bytes(body), retry_after=wait)

    def _warn_of(self, names: tuple[str, ...]) -> None:
        if names and names not in self._warned_of:
            self._warned_of.add(names)
            _logger.warning("system-model.json: headers: not sent: %s", ", ".join(names))


def _cost(file: ModelFile, endpoint: Endpoint, completion: Completion) -> float | None:
    if completion.usage is None:
        return None
    for model in (endpoint.model, completion.model):
        if model and (cost := prices.price_of(file, model, completion.usage)) is not None:
            return cost
    return None
