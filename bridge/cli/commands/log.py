"""`log parse`: what the lines of a log mean. It needs no configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli.command import Command, Group, Words
from bridge.cli.options import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.cli.command import Given

DIALECT: Final = Option(
    "--dialect", "read as this kind of server would log; default: each line alone", "NAME"
)


def _parse(given: Given) -> int:
    import json

    from bridge.minecraft.dialects import flavours
    from bridge.minecraft.dialects.judge import parse as parse_alone
    from bridge.minecraft.dialects.reader import Reader
    from bridge.minecraft.dialects.wire import as_json

    dialect = given.values.get(DIALECT.name)
    meaning = Reader(flavours.named(dialect)).read if dialect else parse_alone
    for line in _lines(given.word):
        event = meaning(line.rstrip(b"\r\n"))
        print(json.dumps(None if event is None else as_json(event), ensure_ascii=False))
    return 0


def _lines(file: str | None) -> Iterator[bytes]:
    from bridge.cli import input as standard_input
    from bridge.core.errors import UsageError

    if file is None:
        yield from standard_input.binary()
        return
    try:
        with open(file, "rb") as stream:
            yield from stream
    except OSError as error:
        problem = f"{file}: {error.strerror}"
        raise UsageError(problem) from error


COMMAND = Group(
    summary="What the lines of a server's log mean.",
    commands={
        "parse": Command(
            summary="One JSON value a line: null, or an object with `event`.",
            run=_parse,
            words=Words("[FILE]", "a log; default: standard input", most=1),
            options=(DIALECT,),
        )
    },
)
