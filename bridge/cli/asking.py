"""Commands that a daemon carries out where one runs, and the store itself where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import control, output
from bridge.cli.place import locate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.options import Options
    from bridge.minecraft.transports.socket_handler import Answer
    from bridge.minecraft.transports.socket_messages import JsonValue, Reply


def answered(options: Options, verb: str, args: Mapping[str, JsonValue]) -> int:
    """Print the answer to a word of the command line; its exit code. Raises BridgeErrors."""
    place = locate(options)
    given = {**args, "server": options.server}
    answer: Reply | Answer | None = control.call(place, verb, given)
    if answer is None:
        from bridge.cli.storework import call

        answer = call(place, verb, given)
    if options.json and answer.ok:
        output.document(answer.data)
    elif answer.ok:
        print(answer.text)
    else:
        output.warn(answer.text)
    return answer.exit
