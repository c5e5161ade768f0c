"""`quests`: what the quest book holds, read from its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Group, Words
from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bridge.cli.command import Given
    from bridge.quests.model import Book, Quest
    from bridge.quests.shelf import Shelf

ALL: Final = Option("--all", "also what is hidden from players")


def _list(given: Given) -> int:
    # Without a shelf, which knows how to search: nothing is searched.
    book = _book(given)
    if ALL.name in given.values:
        return _print(given, book, None)
    from bridge.quests.telling import told_book

    told = told_book(book)
    return _print(given, told, tuple(told.quests()))


def _find(given: Given) -> int:
    shelf = _shelf(given)
    found = shelf.find(given.text)
    if not found:
        raise RefusedError(f"no quest matches {given.text!r}")
    return _print(given, shelf.told, found)


def _show(given: Given) -> int:
    shelf = _shelf(given)
    found = shelf.named(given.text)
    if not found:
        raise RefusedError(f"no quest is called {given.text!r}")
    if given.options.json or len(found) > 1:
        return _print(given, shelf.told, found)
    from bridge.ui.render import plain
    from bridge.workflows.quests import cards

    print(plain(cards.detail(shelf, found[0]), "en_us"))
    return 0


def _shelf(given: Given) -> Shelf:
    from bridge.quests.shelf import Shelf

    return Shelf(_book(given), everything=ALL.name in given.values)


def _book(given: Given) -> Book:
    from bridge.quests.loading import load_book

    settings = locate(given.options).settings()
    table = settings.file.servers[settings.server_name(given.options.server)]
    loaded = load_book(settings.directory(table))
    for problem in loaded.problems:
        output.warn(problem.text)
    if loaded.book is None:
        raise RefusedError(f"{settings.directory(table)} has no FTB quest book")
    return loaded.book


def _print(given: Given, book: Book, quests: Sequence[Quest] | None) -> int:
    """Print these quests, or the whole book."""
    if given.options.json:
        from bridge.quests.listing import listing

        output.document(listing(book, quests))
        return 0
    titles = {chapter.id: chapter.title for chapter in book.chapters}
    listed = book.quests() if quests is None else quests
    output.table((quest.id, quest.title, titles.get(quest.chapter, "")) for quest in listed)
    return 0


COMMAND = Group(
    summary="The quest book. Without --all: what everybody may see.",
    commands={
        "list": Command(summary="Chapters and quests.", run=_list, options=(ALL,)),
        "find": Command(
            summary="Quests about something, the best first. Exit code 1 when there is none.",
            run=_find,
            words=Words("TEXT...", "words to look for", least=1),
            options=(ALL,),
        ),
        "show": Command(
            summary="One quest whole; several where a title could mean several. Exit code 1 when "
            "there is none.",
            run=_show,
            words=Words("QUEST...", "an id or a title", least=1),
            options=(ALL,),
        ),
    },
)
