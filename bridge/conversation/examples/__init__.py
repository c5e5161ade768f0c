"""Owns the built-in examples and word lists, and reads them from their files.

One folder a language: `examples.toml` (what players say for each capability), `words.toml` (what
words mean) and `world.toml` (words that tell names of the game from other talk). It knows the
matcher's values and nothing of capabilities; `daemon.wiring` and `route --json` call it.
"""

from __future__ import annotations

from bridge.conversation.examples.loading import built_in_examples, built_in_vocabulary

__all__ = ["built_in_examples", "built_in_vocabulary"]
