"""Owns what a player may do: rules, their store and history, the world's file, quota, the pause.

Must not know: how anything is asked or shown, models, workflows, servers. What it needs from above
(who the host is, whether a model is configured) comes in as values.
Called by: commands (parsing to its orders), agent (quota, checks), conversation (modes), daemon.
"""
