"""Owns what each word of `system-bridge` takes and does: one module a word, with its `COMMAND`.

Must not know: each other. A module imports at its top what is cheap, and the rest when it runs.
Called by: `bridge.cli.app`, by the word's name.
"""
