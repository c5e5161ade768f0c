"""Owns the bytes: each transport is a pure codec and a thin shell around its file or socket.

Must not know: what a line or a packet means.
Called by: `minecraft.link`; the socket also by `daemon` and `cli`.
"""
