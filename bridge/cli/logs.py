"""`log parse` and `route`: what a line and a sentence mean. Neither needs a configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import input as standard_input
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable


def add_to(tree: typer.Typer) -> None:
    """Add the commands."""
    log = typer.Typer(help="What the lines of a server's log mean.")
    log.command("parse")(parse)
    tree.add_typer(log, name="log")
    tree.command("route")(route)


def parse(
    file: Annotated[Path | None, typer.Argument(help="a log; default: standard input")] = None,
    dialect: Annotated[
        str, typer.Option(help="read as this kind of server would log; default: each line alone")
    ] = "",
) -> int:
    """One JSON value a line: null, or an object with `event`."""
    import json

    from bridge.minecraft.dialects import flavours
    from bridge.minecraft.dialects.judge import parse as parse_alone
    from bridge.minecraft.dialects.reader import Reader
    from bridge.minecraft.dialects.wire import as_json

    meaning = Reader(flavours.named(dialect)).read if dialect else parse_alone
    for line in _lines(file):
        event = meaning(line.rstrip(b"\r\n"))
        print(json.dumps(None if event is None else as_json(event), ensure_ascii=False))
    return 0


def route() -> int:
    """The local matcher alone: one sentence a line in, one JSON object a line out."""
    import json

    from bridge.conversation.local import built_in_matcher, routed

    matcher = built_in_matcher()
    for line in _lines(None):
        sentence = line.decode("utf-8", "replace").strip()
        print(json.dumps(routed(matcher, sentence), ensure_ascii=False), flush=True)
    return 0


def _lines(file: Path | None) -> Iterable[bytes]:
    if file is None:
        yield from standard_input.binary()
        return
    try:
        with file.open("rb") as stream:
            yield from stream
    except OSError as error:
        problem = f"{file}: {error.strerror}"
        raise UsageError(problem) from error
