"""What is wrong with an input, as a value: a model may put it right."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override


@dataclass(frozen=True, slots=True)
class InvalidArguments:
    """Why an input is none: `field` names the place (`text`, `filter.tag`), empty for the whole."""

    field: str
    problem: str

    @override
    def __str__(self) -> str:
        return f"{self.field}: {self.problem}" if self.field else self.problem
