"""Owns `system:reasoning`: a question that several local reads have to be combined for (spec 1).

Must not know: other features; it gets the read tools by the registry.
Called by: `workflows.builtin`.
"""
