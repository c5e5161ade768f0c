"""Owns the features: one sub-package each, and `builtin`, the list of them.

Must not know: each other, and anything about routing, transports or the look of a card.
Called by: `daemon.wiring` through `builtin`; run by `conversation`.
"""
