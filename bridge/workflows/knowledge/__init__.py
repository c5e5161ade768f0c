"""Owns `/notes`, and the tidying of a note by a model that an administrator confirms.

Must not know: how notes are stored or searched. Called by: `workflows.builtin`.
"""
