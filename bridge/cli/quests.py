"""`quests list|find|show`: what the quest book holds, read from its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bridge.cli import output
from bridge.cli.place import locate
from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.cli.options import Options
    from bridge.quests.model import Quest
    from bridge.quests.shelf import Shelf

Everything = Annotated[bool, typer.Option("--all", help="also what is hidden from players")]


def add_to(tree: typer.Typer) -> None:
    """Add the commands."""
    quests = typer.Typer(help="The quest book. Without --all: what everybody may see.")
    quests.command("list")(list_quests)
    quests.command()(find)
    quests.command()(show)
    tree.add_typer(quests, name="quests")


def list_quests(ctx: typer.Context, everything: Everything = False) -> int:
    """Chapters and quests."""
    shelf = _shelf(ctx.obj, everything=everything)
    return _print(ctx.obj, shelf, None if everything else shelf.open_quests)


def find(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(help="words to look for")],
    everything: Everything = False,
) -> int:
    """Quests about something, the best first. Exit code 1 when there is none."""
    shelf = _shelf(ctx.obj, everything=everything)
    words = " ".join(text)
    found = shelf.find(words)
    if not found:
        raise RefusedError(f"no quest matches {words!r}")
    return _print(ctx.obj, shelf, found)


def show(
    ctx: typer.Context,
    quest: Annotated[list[str], typer.Argument(help="an id or a title")],
    everything: Everything = False,
) -> int:
    """One quest whole; several where a title could mean several. Exit code 1 when there is none."""
    from bridge.ui.render import plain
    from bridge.workflows.quests import cards

    options: Options = ctx.obj
    shelf = _shelf(options, everything=everything)
    text = " ".join(quest)
    found = shelf.named(text)
    if not found:
        raise RefusedError(f"no quest is called {text!r}")
    if options.json or len(found) > 1:
        _print(options, shelf, found)
    else:
        print(plain(cards.detail(shelf, found[0]), "en_us"))
    return 0


def _shelf(options: Options, *, everything: bool) -> Shelf:
    from bridge.quests.loading import load_book
    from bridge.quests.shelf import Shelf

    settings = locate(options).settings()
    table = settings.file.servers[settings.server_name(options.server)]
    loaded = load_book(settings.directory(table))
    for problem in loaded.problems:
        output.warn(problem.text)
    if loaded.book is None:
        raise RefusedError(f"{settings.directory(table)} has no FTB quest book")
    return Shelf(loaded.book, everything=everything)


def _print(options: Options, shelf: Shelf, quests: Sequence[Quest] | None) -> int:
    """Print these quests, or the whole book."""
    if options.json:
        from bridge.quests.listing import listing

        output.document(listing(shelf.book, quests))
    else:
        listed = shelf.book.quests() if quests is None else quests
        output.table((quest.id, quest.title, shelf.chapter_title(quest)) for quest in listed)
    return 0
