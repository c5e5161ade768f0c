"""Owns `init`: what stands in a server's folder, what is to be changed for us, and changing it.

Must not know: a running daemon, the store, the game's answers.
Called by: `cli` (`init`, `pack build`), and `doctor`, which compares what stands with what we ship.

`survey` reads, `plan` is pure and gives frozen changes, `applying` is all that writes.
"""
