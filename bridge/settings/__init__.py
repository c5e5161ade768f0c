"""Owns the schema of every configuration file, and reading them into frozen values.

Must not know: what any option is used for; workflow ids in it are checked in `daemon.wiring`.
Called by: `daemon` and `cli`, once at start and at every reload.
"""
