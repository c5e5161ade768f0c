"""Owns `/manual`: the pages on the assistant itself, a card at a time.

Must not know: where the pages come from. Called by: `workflows.builtin`.
"""
