"""Owns the only door to a running game server: its events, its players, and the ways back to them.

Must not know: what is asked or answered.
Called by: `daemon`.
"""
