"""Owns `/cancel` and `/forget`: what ends at a player's word.

Must not know: what runs, and where what is forgotten was kept.
Called by: `workflows.builtin`.
"""
