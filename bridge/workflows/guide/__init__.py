"""Owns `/help` and `/menu`: what this player may use here and now.

Must not know: what the listed commands do.
Called by: `workflows.builtin`.
"""
