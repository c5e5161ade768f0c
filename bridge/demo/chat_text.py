"""What may stand in a chat message (reference page "Minecraft Java server facts", A7 and D5)."""

from __future__ import annotations

from bridge.demo import utf16

LONGEST = 256
"""UTF-16 code units of one message."""


def is_allowed(character: str) -> bool:
    """Whether the game takes this character: no section sign, no control character."""
    return character >= " " and character not in {"\N{SECTION SIGN}", "\x7f"}


def objection(text: str) -> str | None:
    """Why the game does not take this as a chat message, or None."""
    if not text.strip():
        return "the message is empty"
    if utf16.length(text) > LONGEST:
        return f"the message is longer than {LONGEST} characters"
    if not all(map(is_allowed, text)):
        return "Illegal characters in chat"
    return None
