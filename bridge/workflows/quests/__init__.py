"""Owns `/quests` and `/quest`: the pack's quest book, as a player may see it.

Must not know: how the book is stored or read.
Called by: `workflows.builtin`.
"""
