"""Owns the prompts and systems of the world's packs: finding, checking, keeping and rendering them.

A reading makes one frozen `PromptSnapshot` of everything, or changes nothing; whoever pins the
snapshot once sees one state of the packs for as long as it holds it.

Must not know: models, the loop, players, what a module does, how an answer is decoded.
Called by: agent (the text of a task, pinned to an execution), modules (`api.chat`), daemon (wiring
and reload).
"""
