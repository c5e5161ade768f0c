"""Owns the typed read tools over what this server's files tell: quests, items, players, notes.

Must not know: workflows and cards, nor who may ask; each gets an `Asker` and tells what that one
may see. Called by: `daemon.wiring` to register them, and `workflows` for the same answers.
"""
