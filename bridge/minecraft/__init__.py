"""Owns everything about the game: its files, its text, its log, and the ways to reach a server.

Must not know: what the assistant does with any of it.
Called by: everything above, through `minecraft.link` wherever a running server is meant.
"""
