"""Owns `doctor`: what holds of each link, and what to do where something does not.

Must not know: how a command is typed. It changes nothing, and asks no model anything.
Called by: `cli`.

`program` looks at what the daemon is made of, `server` at one game server's files; `rcon`,
`management` and `ports` try what only a running server or a free port can tell, and only while no
daemon runs, which else is asked itself (`links`).
"""
