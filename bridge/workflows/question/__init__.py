"""Owns `system:question` and `/search`: a question answered from what this server knows.

Must not know: other features, nor how the web is searched: that is a port.
Called by: `workflows.builtin`.
"""
