"""Owns `system:free_chat`: the conversation in which a model picks capabilities by itself (spec 2).

Must not know: other features; it gets them by the registries. Called by: `workflows.builtin`.
"""
