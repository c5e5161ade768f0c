"""`quests`: what the quest book holds and what is done of it, read from the server's files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Group, Words
from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import ReadError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bridge.cli.command import Given
    from bridge.quests.model import Book, Quest
    from bridge.quests.nearest import Step
    from bridge.quests.progress import TeamProgress
    from bridge.quests.shelf import Shelf

ALL: Final = Option("--all", "also what is hidden from players")
AS: Final = Option("--as", "what this player's team sees, by a name or a UUID", "PLAYER")
SHOWN: Final = 10
"""Quests that `next` prints."""


def _list(given: Given) -> int:
    # Without a shelf, which knows how to search: nothing is searched.
    book = _book(given)
    if ALL.name in given.values:
        return _print(given, book, None)
    from bridge.quests.telling import told_book

    told = told_book(book, _version(given), _progress(given, book))
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


def _next(given: Given) -> int:
    from bridge.quests.nearest import steps

    shelf = _shelf(given)
    found = steps(shelf)[:SHOWN]
    if given.options.json:
        output.document([_step(each) for each in found])
        return 0
    output.table(
        (each.quest.id, f"{int(each.share * 100)} %", each.quest.title, _missing(each))
        for each in found
    )
    return 0


def _step(step: Step) -> dict[str, object]:
    return {
        "id": step.quest.id,
        "title": step.quest.title,
        "chapter": step.quest.chapter,
        "percent": int(step.share * 100),
        "missing": [
            {
                "id": each.task.id,
                "title": each.task.title,
                "have": each.have,
                "amount": each.task.amount,
            }
            for each in step.missing
        ],
    }


def _missing(step: Step) -> str:
    return ", ".join(
        f"{each.task.title} ({each.have}/{each.task.amount})" if each.have else each.task.title
        for each in step.missing
    )


def _check(given: Given) -> int:
    from bridge.quests.contradictions import contradictions
    from bridge.quests.progress import worked_out
    from bridge.quests.saves import every_save
    from bridge.quests.visibility import hide_meaning

    book = _book(given)
    hide = hide_meaning(book, _version(given))
    found: list[dict[str, str]] = []
    teams = 0
    for file, progress in every_save(_world(given)):
        if isinstance(progress, ReadError):
            found.append({"file": file, "id": "", "title": "", "problem": str(progress)})
            continue
        teams += 1
        found += [
            {"file": file, "id": each.id, "title": each.title, "problem": each.problem}
            for each in contradictions(book, worked_out(book, progress), hide)
        ]
    if given.options.json:
        output.document({"teams": teams, "contradictions": found})
    else:
        output.table((each["file"], each["id"], each["problem"], each["title"]) for each in found)
        print(f"{teams} teams, {len(found)} contradictions")
    return 1 if found else 0


def _shelf(given: Given) -> Shelf:
    from bridge.quests.shelf import Shelf, Stock

    book = _book(given)
    return Shelf(
        Stock(book, _version(given)),
        progress=_progress(given, book),
        everything=ALL.name in given.values,
    )


def _directory(given: Given) -> Path:
    settings = locate(given.options).settings()
    table = settings.file.servers[settings.server_name(given.options.server)]
    return settings.directory(table)


def _book(given: Given) -> Book:
    from bridge.quests.loading import load_book

    directory = _directory(given)
    loaded = load_book(directory)
    for problem in loaded.problems:
        output.warn(problem.text)
    if loaded.book is None:
        raise RefusedError(f"{directory} has no FTB quest book")
    return loaded.book


def _world(given: Given) -> Path:
    from bridge.minecraft import world

    directory = _directory(given)
    try:
        properties = world.server_properties(directory)
    except ReadError:
        properties = world.ServerProperties()
    return world.world_folder(directory, properties)


def _version(given: Given) -> tuple[int, ...] | None:
    """The version that last saved the world: what hides a quest depends on it."""
    from bridge.minecraft.level import saved_version

    version = saved_version(_world(given))
    return version.release if version else None


def _progress(given: Given, book: Book) -> TeamProgress:
    from bridge.quests.progress import TeamProgress, worked_out

    name = given.values.get(AS.name)
    if name is None:
        return TeamProgress()
    import asyncio

    from bridge.daemon.clock import SystemClock
    from bridge.quests.names import player_named
    from bridge.quests.saves import Saves

    folder = _world(given)
    player = player_named(name, _directory(given), folder)
    saved = asyncio.run(Saves(lambda: folder, clock=SystemClock()).of(player))
    if saved.problem:
        output.warn(f"{name}'s progress cannot be read: {saved.problem}")
    return worked_out(book, saved.progress)


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
    summary="The quest book. Without --as and --all: what everybody may see.",
    commands={
        "list": Command(summary="Chapters and quests.", run=_list, options=(ALL, AS)),
        "find": Command(
            summary="Quests about something, the best first. Exit code 1 when there is none.",
            run=_find,
            words=Words("TEXT...", "words to look for", least=1),
            options=(ALL, AS),
        ),
        "show": Command(
            summary="One quest whole; several where a title could mean several. Exit code 1 when "
            "there is none.",
            run=_show,
            words=Words("QUEST...", "an id or a title", least=1),
            options=(ALL, AS),
        ),
        "next": Command(
            summary="What a player can do next, the nearest to done first.",
            run=_next,
            options=(AS,),
        ),
        "check": Command(
            summary="Contradictions between the book and the teams' saves. Exit code 1 when there "
            "are some.",
            run=_check,
        ),
    },
)
