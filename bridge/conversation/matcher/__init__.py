"""Owns the local matcher: which capability a sentence means, decided from examples alone.

It is pure: no files, no clock, no model, no player. It must not know what a capability does, nor
who asks; the router calls it with what it may choose from, and keeps the cache.

A sentence becomes tokens (`text`, `reading`) whose senses come from word lists (`vocabulary`,
`spelling`). Examples become frames (`frames`) in an inverted index (`index`). The nearest frames
are laid over the sentence with their argument masked (`fitting`, `slots`), and `matcher` decides.
"""

from __future__ import annotations

from bridge.conversation.matcher.matcher import Matcher
from bridge.conversation.matcher.values import (
    Candidate,
    Decision,
    Example,
    Match,
    Reason,
    Thresholds,
    as_json,
)
from bridge.conversation.matcher.vocabulary import Kind, Vocabulary, WordList

__all__ = [
    "Candidate",
    "Decision",
    "Example",
    "Kind",
    "Match",
    "Matcher",
    "Reason",
    "Thresholds",
    "Vocabulary",
    "WordList",
    "as_json",
]
