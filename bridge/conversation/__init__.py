"""Owns what becomes of a request: whether it is addressed to us, its turn, and its route.

Must not know: any feature, any transport, the look of a card.
Called by: `daemon.intake`.
"""
