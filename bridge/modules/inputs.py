"""The input of a workflow as a model fills it: named texts, some of them required. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bridge.tools.invalid import InvalidArguments

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST: Final = 400
"""Characters of one text."""


@dataclass(frozen=True, slots=True)
class TextInput:
    """One named text; `description` tells a model what belongs there."""

    description: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class TextInputs:
    """`agent.react.Inputs` for texts."""

    fields: Mapping[str, TextInput] = field(default_factory=dict[str, TextInput])

    def schema(self) -> dict[str, Any]:
        """The JSON Schema."""
        return {
            "type": "object",
            "properties": {
                name: {"type": "string", "description": each.description}
                for name, each in self.fields.items()
            },
            "required": [name for name, each in self.fields.items() if each.required],
            "additionalProperties": False,
        }

    def read(self, given: Mapping[str, object]) -> Mapping[str, str] | InvalidArguments:
        """The texts, with blanks at their ends taken off; empty ones count as not given."""
        found: dict[str, str] = {}
        for name, value in given.items():
            if name not in self.fields:
                known = ", ".join(self.fields) or "none"
                return InvalidArguments(name[:64], f"is not an input; there are: {known}")
            if not isinstance(value, str):
                return InvalidArguments(name, "must be a text")
            if len(value) > LONGEST:
                return InvalidArguments(name, f"is longer than {LONGEST} characters")
            if text := " ".join(value.split()):
                found[name] = text
        for name, each in self.fields.items():
            if each.required and name not in found:
                return InvalidArguments(name, "is required")
        return found

    def key(self, value: Mapping[str, str]) -> str:
        """The same for two inputs that mean the same."""
        folded = {name: text.casefold() for name, text in value.items()}
        return json.dumps(folded, ensure_ascii=False, sort_keys=True)
