"""The steps that a request can take, and the card of choices when none of them answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.commands.explicit import Invocation, Malformed, Unknown, parse
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.modules.workflow import Call

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.conversation.local import LocalMatching
    from bridge.conversation.matcher import Candidate, Decision
    from bridge.core.actors import Player
    from bridge.core.cards import Line
    from bridge.modules.registry import ModuleRegistry

HELP = "system:help"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a player asked, and how to answer them."""

    player: Player
    text: str
    language: str


class HybridRouter:
    """Commands, local matching and local options; a strategy orders them."""

    def __init__(
        self, registry: ModuleRegistry, matching: LocalMatching, *, threshold: float
    ) -> None:
        self._registry = registry
        self._matching = matching
        self._threshold = threshold

    async def offline(self, request: Request) -> Card:
        """Explicit commands, then the local match, then the option card; no model, no network."""
        if (answer := await self.command(request)) is not None:
            return answer
        decision = await self._matching.decide(request.text, threshold=self._threshold)
        if decision.match is not None:
            match = decision.match
            return await self.run(request, Run(match.capability, match.input))
        return self.options(decision)

    def is_management(self, text: str) -> bool:
        """Whether `text` is a command that acts at once and waits for nobody."""
        parsed = parse(text, self._registry.commands)
        if not isinstance(parsed, Invocation):
            return False
        workflow = self._registry.of_command(parsed.command.name)
        return workflow is not None and workflow.management

    async def command(self, request: Request) -> Card | None:
        """Run an explicit command; None when the text is none."""
        match parse(request.text, self._registry.commands):
            case None:
                return None
            case Unknown(name, similar):
                return self._unknown(name, similar)
            case Malformed(command):
                usage = Words(command.usage, style=Style.STRONG)
                return Card(kind=CardKind.NOTICE, lines=((Words("command.usage"), usage),))
            case Invocation() as invocation:
                return await self.run(request, self._action(invocation))

    async def run(self, request: Request, action: Run) -> Card:
        """Run a capability; one that this server does not have says so."""
        workflow = self._registry.workflow(action.capability)
        if workflow is None:
            return Card(
                kind=CardKind.NOTICE,
                lines=(
                    (Words(f"capability.{action.capability}"), Words("capability.unavailable")),
                ),
                buttons=(_help(),),
            )
        call = Call(player=request.player, language=request.language, input=action.input)
        return await workflow.run(call)

    def options(self, decision: Decision) -> Card:
        """The card for a text that no step answers: the nearest capabilities, and help."""
        return Card(
            kind=CardKind.OPTIONS,
            title=(Words("options.title"),),
            lines=((Words("options.nothing_matched", style=Style.FAINT),),),
            buttons=(*self._choices(decision.candidates), _help()),
        )

    def _choices(self, candidates: Iterable[Candidate]) -> Iterator[Button]:
        for candidate in candidates:
            if self._registry.workflow(candidate.capability) is None:
                continue
            label: Line = (Words(f"capability.{candidate.capability}"),)
            if wanted := " ".join(candidate.input.values()):
                label = (*label, Plain(f": {wanted}"))
            yield Button(label, Run(candidate.capability, candidate.input))

    def _action(self, invocation: Invocation) -> Run:
        """What a well-formed command runs."""
        command = invocation.command
        workflow = self._registry.of_command(command.name)
        given = {command.input: invocation.argument} if invocation.argument else {}
        return Run(workflow.id if workflow else "", given)

    def _unknown(self, name: str, similar: Iterable[Invocation]) -> Card:
        buttons = [
            Button((Plain(f"/{use.command.name} {use.argument}".rstrip()),), self._action(use))
            for use in similar
        ]
        return Card(
            kind=CardKind.OPTIONS,
            title=(Words("command.unknown", {"name": name}),),
            buttons=(*buttons, _help()),
        )


def _help() -> Button:
    return Button((Words(f"capability.{HELP}"),), Run(HELP))
