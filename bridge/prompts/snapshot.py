"""The prompts and systems of one reading of all packs. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING

from bridge.core.errors import PromptError
from bridge.prompts.template import render

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """What a player can be bound to: `data/<namespace>/system/systems/<path>.json`."""

    name: str
    personality_prompt: str | None = None
    """The id of a prompt. Without one the base instruction stands alone."""
    modules: tuple[str, ...] | None = None
    """The ids of the modules that its players have; None: all that are enabled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSnapshot:
    """Never changes. Equal snapshots have the same `digest`, and only they."""

    prompts: Mapping[str, str] = field(compare=False, repr=False)
    """Checked texts by id, with their placeholder."""
    systems: Mapping[str, System] = field(compare=False, repr=False)
    digest: str = field(init=False)
    """SHA-256 of `document`, in hexadecimal: what a run is pinned to (design section 3, "Runs")."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "prompts", MappingProxyType(dict(self.prompts)))
        object.__setattr__(self, "systems", MappingProxyType(dict(self.systems)))
        object.__setattr__(self, "digest", sha256(self.document().encode()).hexdigest())

    def text(self, prompt: str, language: str) -> str:
        """A prompt by its id, for a player of that language. Raises PromptError without one.

        The shipped pack has every `CorePrompt`, so that does not happen for those.
        """
        try:
            return render(self.prompts[prompt], language)
        except KeyError as error:
            raise PromptError(prompt) from error

    def personality(self, system: str, language: str) -> str | None:
        """How that system speaks; None where there is no such system, or it has no text.

        `missing_personalities` has those that name a text which no pack has.
        """
        definition = self.systems.get(system)
        prompt = definition and definition.personality_prompt
        if prompt is None or prompt not in self.prompts:
            return None
        return self.text(prompt, language)

    @property
    def missing_personalities(self) -> Mapping[str, str]:
        """The prompts that are named and in no pack, by the id of the system that names them."""
        named = {id: system.personality_prompt for id, system in self.systems.items()}
        return {id: name for id, name in named.items() if name and name not in self.prompts}

    def document(self) -> str:
        """All of it as canonical JSON, to be stored with a run that outlives the process."""
        systems = {
            id: [system.name, system.personality_prompt, system.modules]
            for id, system in self.systems.items()
        }
        content = {"prompts": dict(self.prompts), "systems": systems}
        return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def restored(cls, document: str) -> PromptSnapshot:
        """The snapshot that `document` was made of."""
        content = json.loads(document)
        systems = {
            id: System(
                name=name,
                personality_prompt=prompt,
                modules=None if modules is None else tuple(modules),
            )
            for id, (name, prompt, modules) in content["systems"].items()
        }
        return cls(prompts=content["prompts"], systems=systems)
