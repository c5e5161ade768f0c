"""Owns how commands are written: their grammar, `/system ai`, and completion. Pure.

Must not know: any feature, where a command came from, or how its answer is sent.
Called by: daemon (intake, the command line), web, demo's chat box.
"""
