"""`route`: what a sentence means. It needs no configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli.command import Command

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _run(given: Given) -> int:
    del given
    import json

    from bridge.cli import input as standard_input
    from bridge.conversation.local import built_in_matcher, routed

    matcher = built_in_matcher()
    for line in standard_input.binary():
        sentence = line.decode("utf-8", "replace").strip()
        print(json.dumps(routed(matcher, sentence), ensure_ascii=False), flush=True)
    return 0


COMMAND = Command(
    summary="The local matcher alone: one sentence a line in, one JSON object a line out.", run=_run
)
