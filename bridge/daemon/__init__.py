"""Owns the running program: building everything once, intake of requests, effects, reload, stop.

Must not know: how anything it wires together works inside.
Called by: `cli`.
"""
