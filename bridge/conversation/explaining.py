"""How a request was routed: which steps were tried, and what the matcher and the model made of it.

`ask --explain` shows it. It goes around the steps, which know nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.conversation.local import threshold_of
from bridge.conversation.matcher.values import as_json

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bridge.conversation.routes import RequestRoutes
    from bridge.conversation.strategies import Answer
    from bridge.settings.semantic_file import SemanticFile


class ExplainedRoutes:
    """`strategies.Routes` around those of one request."""

    def __init__(self, routes: RequestRoutes) -> None:
        self._routes = routes
        self._steps: list[tuple[str, bool]] = []

    async def command(self) -> Answer | None:
        """See `strategies.Routes`."""
        return await self._step("command", self._routes.command())

    async def local(self) -> Answer | None:
        """See `strategies.Routes`."""
        return await self._step("local", self._routes.local())

    async def assisted(self) -> Answer | None:
        """See `strategies.Routes`."""
        return await self._step("assisted", self._routes.assisted())

    async def chat(self) -> Answer | None:
        """See `strategies.Routes`."""
        return await self._step("chat", self._routes.chat())

    async def loop(self) -> Answer | None:
        """See `strategies.Routes`."""
        return await self._step("loop", self._routes.loop())

    async def options(self) -> Answer:
        """See `strategies.Routes`."""
        self._steps.append(("options", True))
        return await self._routes.options()

    async def _step(self, name: str, step: Awaitable[Answer | None]) -> Answer | None:
        answer = await step
        self._steps.append((name, answer is not None))
        return answer

    def explained(self, file: SemanticFile) -> dict[str, Any]:
        """What `--json` prints: the mode, the steps in order, the matcher's scores and the pick."""
        found: dict[str, Any] = {
            "mode": str(self._routes.mode),
            "steps": [{"step": name, "answered": answered} for name, answered in self._steps],
        }
        if (decision := self._routes.decision) is not None:
            threshold = threshold_of(self._routes.mode, file)
            found["local"] = {**as_json(decision), "threshold": round(threshold, 4)}
        if (known := self._routes.remembered) is not None:
            found["remembered"] = {"capability": known.capability, "input": dict(known.input)}
        if (picked := self._routes.picked) is not None:
            found["picked"] = {"capability": picked.capability, "input": dict(picked.input)}
        return found


def lines(explained: dict[str, Any]) -> list[str]:
    """The same for people."""
    shown = [f"mode: {explained['mode']}"]
    for step in explained["steps"]:
        shown.append(f"{step['step']}: {'answered' if step['answered'] else 'went on'}")
        if step["step"] == "local":
            shown += _local(explained)
        if step["step"] == "assisted" and (picked := explained.get("picked")):
            shown.append(f"  the model picked {picked['capability']} {picked['input']}")
    return shown


def _local(explained: dict[str, Any]) -> list[str]:
    if remembered := explained.get("remembered"):
        return [f"  remembered: {remembered['capability']} {remembered['input']}"]
    if (local := explained.get("local")) is None:
        return []
    scores = local["scores"]
    told = [f"  rule: {scores['reason']}, threshold {local['threshold']:g}"]
    if local["capability"] is not None:
        told.append(f"  {local['capability']} {local['input']}")
        numbers = ", ".join(f"{name} {scores[name]:g}" for name in ("score", "coverage", "margin"))
        told.append(f"  {numbers}; by the example {scores['example']!r}")
    told += [f"  candidate {name}: {score:g}" for name, score in scores["candidates"].items()]
    return told
