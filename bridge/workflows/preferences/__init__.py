"""Owns `/mode`, `/history` and `/settings`: what a player may choose for themselves, and why not.

Must not know: how access is decided; what an administrator sets is shown here and never changed.
Called by: `workflows.builtin`.
"""
