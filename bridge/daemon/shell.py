"""Who asks at the command line, and how they are answered: by the daemon, and where none runs.

Apart from `control`, because the command line imports it and need not wait for all messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from bridge.access.history import Author
from bridge.core.actors import Console
from bridge.minecraft.transports.socket_handler import Answer
from bridge.ui.languages import say_line

if TYPE_CHECKING:
    from bridge.access.reply import Reply
    from bridge.minecraft.transports.socket_messages import JsonValue

SHELL: Final = Author(Console(origin="shell"), "shell")
"""Whoever may read the state folder on this machine."""


def answer(reply: Reply) -> Answer:
    """A reply in the command line's language, English."""
    text = "\n".join(say_line(line, "en_us") for line in reply.lines)
    data = cast("JsonValue", reply.data)
    return Answer(ok=reply.exit == 0, exit=reply.exit, text=text, data=data)
