"""Owns the command `system-bridge`: the daemon, commands for it, the demo's chat box.

Must not know: how anything is done; each command imports what it needs when it runs, so that
one that only reads answers within half a second.
Called by: a shell.
"""
