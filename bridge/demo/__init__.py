"""Owns a simulated vanilla Minecraft server, as strict as the real one: RCON, log, world, book.

It is the counterpart of the daemon in the demo and the fake of the transport seam in tests, so it
must not know any codec, dialect or reader of ours: the standard library and `bridge.core` alone.
Called by: `cli` (the demo) and tests, through `server.DemoServer`.
"""
