"""The prompts of one server as they are now: read in the background, and again when they change."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError
from bridge.files.background import in_background
from bridge.files.tree import Beside, tree_states
from bridge.prompts.building import build
from bridge.prompts.events import PromptsReloaded
from bridge.prompts.world_packs import FOLDER, LEVEL, WATCHED, Look, look_at, stamps

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.core.clock import Clock
    from bridge.prompts.pack import Pack
    from bridge.prompts.snapshot import PromptSnapshot

_logger = logging.getLogger(__name__)

STILL_SECONDS: Final = 0.05
"""How long the packs must have stood still: who saves several files saves one state."""
ATTEMPTS: Final = 6
"""Looks before a broken file, or one that is written without a pause, is believed to be so."""
_LONGEST_LINE: Final = 500


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What came of a reading, in one line for the administrator."""

    line: str
    refused: bool = False
    """Whether a pack is wrong, so that what was in force stays."""


class PromptLibrary:
    """Made for one world; `keep` reads its packs and follows their changes.

    A request takes `current` once and sees one state of the packs to its end. `announce` is called
    when another snapshot is in force.
    """

    def __init__(
        self,
        world: Path,
        *,
        server: str,
        shipped: Pack,
        clock: Clock,
        announce: Callable[[PromptsReloaded], None] = lambda _: None,
    ) -> None:
        self._world = Path(os.path.abspath(world))
        self._server = server
        self._shipped = shipped
        self._clock = clock
        self._announce = announce
        self._current = build([shipped])
        self._adopted = False
        self._outcome = Reloaded("prompts: the packs are not read yet")
        self._missing: frozenset[str] = frozenset()
        self._reading = asyncio.Lock()
        self._begun = 0
        self._finished = 0
        self._has_read = asyncio.Event()

    @property
    def current(self) -> PromptSnapshot:
        """What is in force; the shipped prompts until the packs have been read."""
        return self._current

    @property
    def outcome(self) -> Reloaded:
        """What came of the last reading."""
        return self._outcome

    async def ready(self) -> PromptSnapshot:
        """`current`, once the packs have been read for the first time."""
        await self._has_read.wait()
        return self._current

    async def keep(self) -> None:
        """Read the packs now, and again whenever they change, until cancelled."""
        # Only our places are watched: packs can have thousands of folders.
        beside = Beside(self._world, WATCHED)
        states = tree_states(self._world / LEVEL, clock=self._clock, beside=beside)
        async with aclosing(states):
            async for _ in states:
                await self.reload()

    async def reload(self) -> Reloaded:
        """Read the packs again. Those who ask while they are being read share the one after that.

        All or nothing: with one wrong file in any pack, what was in force stays.
        """
        asked = self._begun
        async with self._reading:
            if self._finished <= asked:
                await self._renew()
            return self._outcome

    async def _renew(self) -> None:
        self._begun = number = self._begun + 1
        try:
            look = await self._look()
        except Exception as error:
            # No pack may end the daemon, whatever is in it.
            problem = f"an error on our side ({type(error).__name__})"
            if problem not in self._outcome.line:
                _logger.exception("prompts: the packs could not be read")
            self._refuse(problem)
        else:
            if isinstance(look.result, ConfigurationError):
                self._refuse(str(look.result))
            else:
                self._adopt(look.result, look.packs)
        self._finished = number
        self._has_read.set()

    async def _look(self) -> Look:
        """The packs as they stood still, or the last look at what is broken or does not rest."""
        seen = await in_background(partial(stamps, self._world))
        for attempt in range(1, ATTEMPTS + 1):
            await self._clock.sleep(STILL_SECONDS)
            look = await in_background(partial(look_at, self._world, self._shipped))
            still = seen == look.before == look.after
            if still and (attempt == ATTEMPTS or not isinstance(look.result, ConfigurationError)):
                return look
            seen = look.after
        restless = ConfigurationError(file=FOLDER, key="", problem="is written without a pause")
        return Look(before=seen, result=restless, after=seen, packs=0)

    def _adopt(self, snapshot: PromptSnapshot, packs: int) -> None:
        previous, self._current = self._current, snapshot
        self._adopted = True
        prompts, systems = len(snapshot.prompts), len(snapshot.systems)
        self._conclude(
            Reloaded(
                f"prompts: {_count(prompts, 'prompt')} and {_count(systems, 'system')}, "
                f"with {_count(packs, 'pack')} of the world"
            )
        )
        self._tell_missing(snapshot)
        if snapshot != previous:
            self._announce(
                PromptsReloaded(
                    server=self._server, digest=snapshot.digest, previous=previous.digest
                )
            )

    def _refuse(self, problem: str) -> None:
        stays = "nothing is changed" if self._adopted else "only the shipped ones are used"
        self._conclude(Reloaded(_one_line(f"prompts: {stays}: {problem}"), refused=True))

    def _conclude(self, outcome: Reloaded) -> None:
        if outcome != self._outcome:
            level = logging.WARNING if outcome.refused else logging.INFO
            _logger.log(level, "%s", outcome.line)
        self._outcome = outcome

    def _tell_missing(self, snapshot: PromptSnapshot) -> None:
        """One warning for each file, and another only after it has been there."""
        missing = snapshot.missing_personalities
        for system, prompt in missing.items():
            if prompt not in self._missing:
                self._missing |= {prompt}
                _logger.warning(
                    "prompts: no pack has %s, the personality of %s: it speaks without one",
                    prompt,
                    system,
                )
        self._missing &= frozenset(missing.values())


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _one_line(text: str) -> str:
    """Names of files and keys are others' words: none of them makes a line of its own."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)[
        :_LONGEST_LINE
    ]
