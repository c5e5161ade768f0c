"""The item index of one server as it is now: built in a process of its own, asked in a thread.

Answers come from the last whole index while a new one is made. What a build found wrong is told
once, in one line.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import bridge
from bridge.core.errors import ReadError, StoreError
from bridge.files.background import in_background
from bridge.files.tree import Beside, tree_states
from bridge.items.client_files import client_files
from bridge.storage.completion import to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from bridge.core.clock import Clock
    from bridge.items.store import ItemStore

_logger = logging.getLogger(__name__)

T = TypeVar("T")

PROGRAM: Final = "bridge.items.index.program"
_BESIDE: Final = ("mods/*.jar", "local/kubejs/export/index.json", "kubejs/exported/*.json")
_LINE: Final = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """There is no index yet: so many of the sources are read (both 0: not known yet)."""

    done: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no index, and why."""

    problem: str


class _Opened:
    """An open index, closed when it has been replaced and the last question is answered."""

    def __init__(self, store: ItemStore) -> None:
        self.store = store
        self._users = 0
        self._retired = False

    @contextmanager
    def used(self) -> Generator[ItemStore]:
        self._users += 1
        try:
            yield self.store
        finally:
            self._users -= 1
            self._close_if_done()

    def retire(self) -> None:
        self._retired = True
        self._close_if_done()

    def _close_if_done(self) -> None:
        if self._retired and not self._users:
            self.store.close()


class ItemLibrary:
    """Made for one server; `keep` builds the index and follows its sources.

    `world` tells the folder of the world that is played, `version` the game's version once known.
    """

    def __init__(
        self,
        directory: Path,
        database: Path,
        *,
        world: Callable[[], Path],
        clock: Clock,
        version: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._directory = directory
        self._database = database
        self._world = world
        self._version = version
        self._clock = clock
        self._opened: _Opened | None = None
        self._state = Building()
        self._problem = ""
        self._summary = ""
        self._turn = asyncio.Lock()

    @property
    def state(self) -> Building | Missing | None:
        """Why there is no answer now; None where there is an index."""
        if self._opened is not None:
            return None
        return Missing(self._problem) if self._problem else self._state

    @property
    def progress(self) -> Building:
        """How far the build is, or the last one was."""
        return self._state

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        """What `question` makes of the index; or that there is none yet, and why.

        Raises StoreError when the file fails.
        """
        opened = self._opened
        if opened is None:
            state = self.state
            return state if state is not None else Building()
        with opened.used() as store:
            return await in_background(partial(question, store))

    async def keep(self) -> None:
        """Open what is there, bring it up to date, and again whenever a source changes."""
        changed = asyncio.Event()
        try:
            await self._open()
            async with asyncio.TaskGroup() as group:
                for tree in (self._directory / "kubejs", self._world() / "datapacks"):
                    group.create_task(self._watch(tree, changed))
                while True:
                    changed.clear()
                    await self.reload()
                    await changed.wait()
        finally:
            opened, self._opened = self._opened, None
            if opened is not None:
                opened.retire()

    async def _watch(self, tree: Path, changed: asyncio.Event) -> None:
        beside = Beside(self._directory, _BESIDE)
        async with aclosing(tree_states(tree, clock=self._clock, beside=beside)) as states:
            async for _ in states:
                changed.set()

    async def reload(self) -> str:
        """Bring the index up to date; what it holds, in one line."""
        async with self._turn:
            try:
                outcome = await self._build()
            except (StoreError, OSError) as error:
                self._problem = str(error)
            else:
                self._problem = outcome.get("error", "")
                changed = outcome.get("read") or outcome.get("gone") or outcome.get("fresh")
                if changed or self._opened is None:
                    await self._open()
            self._tell()
            return self._summary

    def _tell(self) -> None:
        summary = f"items: {self._problem}" if self._problem else self._counted
        if summary != self._summary:
            log = _logger.warning if self._problem else _logger.info
            log("%s", summary)
        self._summary = summary

    _counted = "items: no index"

    async def _open(self) -> None:
        # What a thread has opened must reach whoever closes it, even if we are cancelled.
        await to_the_end(self._opened_anew())

    async def _opened_anew(self) -> None:
        opened, counted = await in_background(self._read)
        if opened is None:
            return
        before, self._opened = self._opened, opened
        self._counted = counted
        if before is not None:
            before.retire()

    def _read(self) -> tuple[_Opened | None, str]:
        # Imported here, in the thread: the daemon is ready without it.
        from bridge.items.store import ItemStore

        store = ItemStore.open(self._database)
        if store is None:
            return None, ""
        try:
            counts = store.counts()
        except StoreError as error:
            store.close()
            return None, str(error)
        words = ", ".join(f"{count} {what}" for what, count in counts.items())
        return _Opened(store), f"items: {words}"

    async def _build(self) -> dict[str, Any]:
        """Run the build to its end; its last line. Cancelled, the process is ended first."""
        root = str(Path(bridge.__file__).parents[1])
        path = os.pathsep.join((root, *filter(None, [os.environ.get("PYTHONPATH", "")])))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", PROGRAM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_LINE,
            env={**os.environ, "PYTHONPATH": path},
        )
        try:
            return await self._follow(process)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _follow(self, process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(self._request())
        process.stdin.close()
        last = ""
        async for line in process.stdout:
            last = line.decode("utf-8", "replace").strip()
            said = _object(last)
            if said is None:
                continue
            if "of" not in said:
                return said
            self._state = Building(done=said["done"], of=said["of"])
        return {"error": f"the index could not be built: {last or 'the build was ended'}"}

    def _request(self) -> bytes:
        clients: list[str] = []
        with suppress(ReadError):
            clients = [str(path) for path in client_files(self._database)]
        request = {
            "directory": str(self._directory),
            "world": str(self._world()),
            "database": str(self._database),
            "client": clients,
            "version": self._version(),
        }
        return json.dumps(request).encode()


def _object(line: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None  # pyright: ignore[reportUnknownVariableType] - our own lines
