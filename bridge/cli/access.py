"""`ai`, `access ...`, `pause`, `resume`: who may do what. They work without a daemon as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import control, output
from bridge.cli import input as standard_input
from bridge.cli.place import locate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.options import Options
    from bridge.minecraft.transports.socket_handler import Answer
    from bridge.minecraft.transports.socket_messages import JsonValue, Reply

PlayerArgument = Annotated[str | None, typer.Argument(help="a name or a UUID")]
FREE_WORDS = {"ignore_unknown_options": True, "allow_interspersed_args": False}


def add_to(tree: typer.Typer) -> None:
    """Add the commands."""
    tree.command(context_settings=FREE_WORDS)(ai)
    tree.command()(pause)
    tree.command()(resume)
    group = typer.Typer(help="Effective access with reasons, its history, the world's defaults.")
    for command in (show, log, defaults, evaluate):
        group.command()(command)
    tree.add_typer(group, name="access")


def ai(
    ctx: typer.Context, words: Annotated[list[str] | None, typer.Argument(help="as in the game")]
) -> int:
    """Exactly /system ai ..."""
    return _answered(ctx.obj, "ai", {"text": " ".join(["ai", *(words or ())])})


def pause(ctx: typer.Context) -> int:
    """No model is called, for anybody, until resume."""
    return _answered(ctx.obj, "pause", {})


def resume(ctx: typer.Context) -> int:
    """Models may be called again."""
    return _answered(ctx.obj, "resume", {})


def show(ctx: typer.Context, player: PlayerArgument = None) -> int:
    """What a player may do now and why; without a name, everybody who was seen."""
    return _answered(ctx.obj, "access.show", {"player": player})


def log(ctx: typer.Context, player: PlayerArgument = None) -> int:
    """Who changed what, when, from where; the newest first."""
    return _answered(ctx.obj, "access.log", {"player": player})


def defaults(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(help="[FIELD [VALUE|unset]]")] = None,
) -> int:
    """The world's defaults: allowAi, allowFreeChat, modelCallsPerDay."""
    return _answered(ctx.obj, "access.defaults", {"text": " ".join(words or ())})


def evaluate() -> int:
    """What if: one JSON object a line in, the effective access a line out."""
    import json

    from bridge.access.evaluation import evaluate as evaluated
    from bridge.core.errors import UsageError

    for number, line in enumerate(standard_input.text(), start=1):
        try:
            case = json.loads(line)
        except (ValueError, RecursionError) as error:
            problem = f"line {number}: is not JSON that this program reads"
            raise UsageError(problem) from error
        try:
            print(json.dumps(evaluated(case)))
        except UsageError as error:
            problem = f"line {number}: {error}"
            raise UsageError(problem) from error
    return 0


def _answered(options: Options, verb: str, args: Mapping[str, JsonValue]) -> int:
    """Ask the daemon, or do it on the store where none runs; print the answer."""
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
