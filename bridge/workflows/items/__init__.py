"""Owns `/items`, `/sources` and `/uses`: what the pack's files say of items, as cards.

Must not know: how the index is stored or built, other workflows.
Called by: `workflows.builtin`.
"""
