"""One typed operation: what goes in, what comes out, and what a model may know of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from bridge.tools.priority import Priority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Self

    from bridge.core.actors import Player

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")

_ID: Final = re.compile(r"[a-z][a-z0-9_]*(?:[.:][a-z][a-z0-9_]*)*", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whom a tool works for, and what it may therefore tell."""

    player: Player
    language: str
    administrator: bool = False
    """Proven to hold permission level 2: may ask for others' data."""


@dataclass(frozen=True, slots=True)
class Tool(Generic[InputT, OutputT]):
    """`Tool(id, input, output, handler)`: read-only, and known to no model, until said otherwise.

    `input` and `output` are types that pydantic knows. The handler is trusted code; it raises
    RefusedError for what it will not do and the model may adapt to. Two tools are the same only if
    they are one instance: another one of the same id cannot stand in for it.
    """

    id: str
    input: type[InputT]
    output: type[OutputT]
    handler: Callable[[Asker, InputT], Awaitable[OutputT]]
    writes: bool = False
    """Changes the game or a player's data."""
    priority: Priority = Priority.LOCAL
    description: str = ""
    """What a model is told; empty: models are not offered it."""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            problem = f"not a tool's id: {self.id!r}"
            raise ValueError(problem)

    def for_reasoning(self, description: str) -> Self:
        """The same, offered to models with this description.

        Raises ValueError for a tool that writes, NoSchemaError for an input without a JSON Schema.
        """
        if self.writes:
            problem = f"{self.id} writes: models are not given it as a tool"
            raise ValueError(problem)
        if not description.strip():
            problem = f"{self.id}: the description is empty"
            raise ValueError(problem)
        from bridge.tools.arguments import Shape  # loads pydantic, which offline nobody needs

        Shape(self.input).schema()
        return replace(self, description=description.strip())

    def with_priority(self, priority: Priority) -> Self:
        """The same at another cost."""
        return replace(self, priority=priority)
