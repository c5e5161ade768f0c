"""Owns what is known of a player's state: asked of the running game, else out of the world's files.

Nothing here is ever written. Must not know: who may ask, cards, RCON itself (a port is given).
Called by: the reader `players.info`, the quest tools (what somebody carries), `daemon.wiring`.
"""
