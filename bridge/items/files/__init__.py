"""Owns where a server keeps what items are read from, and reading archives with limits.

Must not know: what a file means.
Called by: `items.index`.
"""
