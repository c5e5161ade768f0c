"""Owns the index file: its tables, filling them, and which sources have to be read again.

Must not know: how a question is answered.
Called by: `python -m bridge.items.index.program` (the build, a process of its own), the library and
the command line.
"""
