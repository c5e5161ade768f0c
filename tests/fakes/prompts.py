"""A prompt for each core task, of one line."""

from __future__ import annotations

from typing import Final

from bridge.prompts.core_prompts import CorePrompt
from bridge.prompts.snapshot import PromptSnapshot

CORE: Final = PromptSnapshot(prompts={each: f"Do: {each}" for each in CorePrompt}, systems={})
