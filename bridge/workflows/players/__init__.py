"""Owns `/players`: who is online, and how the asking player is.

Must not know: where players' data comes from.
Called by: `workflows.builtin`.
"""
