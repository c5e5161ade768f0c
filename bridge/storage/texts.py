"""Texts as SQLite takes them. Pure."""

from __future__ import annotations


def storable(text: str) -> str:
    """Without halves of surrogate pairs, which JSON of a pack or a model may have."""
    return text if text.isascii() else text.encode(errors="replace").decode()
