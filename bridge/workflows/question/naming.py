"""Whether a question speaks of a thing by its name. Pure."""

from __future__ import annotations

from bridge.knowledge import words


def is_named(name: str, question: str) -> bool:
    """Whether every word of the name, in any of its forms, stands in the question."""
    said = words.tokens(question)
    stems = {words.stem(token) for token in said}
    named = words.tokens(name)
    return bool(named) and all(
        any(token in run for run in said) if words.is_packed(token) else words.stem(token) in stems
        for token in named
    )
