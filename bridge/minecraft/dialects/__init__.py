"""Owns what a line of a server's log or console means: bytes or text in, a typed event or None out.

Must not know: where a line comes from, who may do what, whether the assistant is asked. No I/O.
Called by: `minecraft.link` (`reader.Reader`), `log parse` (`judge.parse`, `wire.as_json`).

A line goes through `decoding`, `cleaning`, `header` and then `judge`, which asks, in this order,
`spoken` (chat first), `presence_lines`, `notices` and `deaths`. `names` decides which player a
displayed name belongs to, `plugins` which tags no player stands behind, `flavours` which layouts a
dialect has, `detection` which dialect it is.
"""
