"""`access`: who may do what, and why. It works without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import asking
from bridge.cli.command import Command, Group, Words

if TYPE_CHECKING:
    from bridge.cli.command import Given

PLAYER: Final = Words("[PLAYER]", "a name or a UUID", most=1)


def _show(given: Given) -> int:
    return asking.answered(given.options, "access.show", {"player": given.word})


def _log(given: Given) -> int:
    return asking.answered(given.options, "access.log", {"player": given.word})


def _defaults(given: Given) -> int:
    return asking.answered(given.options, "access.defaults", {"text": given.text})


def _evaluate(given: Given) -> int:
    del given
    import json

    from bridge.access.evaluation import evaluate
    from bridge.cli import input as standard_input
    from bridge.core.errors import UsageError

    for number, line in enumerate(standard_input.text(), start=1):
        try:
            case = json.loads(line)
        except (ValueError, RecursionError) as error:
            problem = f"line {number}: is not JSON that this program reads"
            raise UsageError(problem) from error
        try:
            print(json.dumps(evaluate(case)))
        except UsageError as error:
            problem = f"line {number}: {error}"
            raise UsageError(problem) from error
    return 0


COMMAND = Group(
    summary="Effective access with reasons, its history, the world's defaults.",
    commands={
        "show": Command(
            summary="What a player may do now and why; without a name, everybody who was seen.",
            run=_show,
            words=PLAYER,
        ),
        "log": Command(
            summary="Who changed what, when, from where; the newest first.",
            run=_log,
            words=PLAYER,
        ),
        "defaults": Command(
            summary="The world's defaults: allowAi, allowFreeChat, modelCallsPerDay.",
            run=_defaults,
            words=Words("[FIELD [VALUE|unset]]", "what to show, and what to make it"),
        ),
        "evaluate": Command(
            summary="What if: one JSON object a line in, the effective access a line out.",
            run=_evaluate,
        ),
    },
)
