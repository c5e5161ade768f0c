"""Notes and manual for a command: read from the files, indexed in memory, gone with the command."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

    from bridge.cli.command import Given
    from bridge.cli.options import Options
    from bridge.knowledge.entries import Viewer
    from bridge.knowledge.search import Search

ALL: Final = Option("--all", "also what is for administrators alone")
AS: Final = Option("--as", "what this player may read: what every player may", "PLAYER")
LANGUAGE: Final = Option("--language", "en_us (if left out) or zh_cn", "CODE")

T = TypeVar("T")


def with_search(options: Options, work: Callable[[Search], Coroutine[None, None, T]]) -> T:
    """What `work` makes of a search over notes and manual as they are now."""
    from bridge.daemon.loop import run_on_loop

    async def done() -> T:
        async with _search(options) as search:
            return await work(search)

    return run_on_loop(done())


def viewer(given: Given) -> Viewer:
    """Through whose eyes the command looks. Raises UsageError."""
    from bridge.core.actors import Player
    from bridge.knowledge.entries import Viewer
    from bridge.ui.languages import LANGUAGES

    language = given.values.get(LANGUAGE.name, "en_us")
    if language not in LANGUAGES:
        problem = f"{LANGUAGE.name}: one of {', '.join(LANGUAGES)}, not {language}"
        raise UsageError(problem)
    if ALL.name in given.values and AS.name in given.values:
        raise UsageError(f"{ALL.name} and {AS.name} exclude each other")
    player = Player(name=given.values.get(AS.name, "console"))
    return Viewer(player=player, language=language, administrator=ALL.name in given.values)


@asynccontextmanager
async def _search(options: Options) -> AsyncGenerator[Search]:
    from bridge.daemon.clock import SystemClock
    from bridge.knowledge.library import Folders, KnowledgeLibrary
    from bridge.knowledge.search import Search

    folders = Folders.below(locate(options).settings().root)
    library = KnowledgeLibrary(folders, cache=None, clock=SystemClock())
    async with library.opened():
        await library.reload()
        yield Search(library)
