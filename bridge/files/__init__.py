"""Owns the three things that go wrong with files: noticing a change, reading one that is being
written, and replacing one so that nobody ever sees half of it.

Must not know: what any file holds.
Called by: everything that reads or writes files of the game, of the owner or of its own.
"""
