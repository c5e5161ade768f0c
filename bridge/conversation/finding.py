"""Words that name no capability, and that some capability would find something by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.conversation.matcher.values import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.modules.workflow import Workflow

WORDS: Final = 4
"""More are a sentence, and no search."""
LONGEST: Final = 40


async def found_by(flows: Iterable[Workflow], text: str, language: str) -> list[Candidate]:
    """Those of `flows` whose command would find something by these few words."""
    wanted = text.strip(" ?!.。？！")
    if not wanted or len(wanted) > LONGEST or len(wanted.split()) > WORDS or wanted[0] in "/／":
        return []
    return [
        Candidate(capability=flow.id, input={flow.command.input: wanted}, score=0.0)
        for flow in flows
        if flow.command is not None and flow.finds is not None
        if await flow.finds(wanted, language)
    ]
