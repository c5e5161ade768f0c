"""The files of `config/system/` that are in force, and the reload of each: all or nothing.

A new version that is wrong is refused with its line, and the old one stays. A file that is taken
away is as one that never was: everything in it is optional.
"""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bridge.access.events import CircumstancesChanged
from bridge.core.errors import ConfigurationError
from bridge.files.steady import Good, SteadyFile
from bridge.files.tree import tree_states
from bridge.settings import agent_file, model_file, semantic_file
from bridge.settings.agent_file import AgentFile
from bridge.settings.json_file import JsonTable, parse
from bridge.settings.model_file import ModelFile
from bridge.settings.semantic_file import SemanticFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bridge.access.events import AccessEvent
    from bridge.core.clock import Clock

_logger = logging.getLogger(__name__)

TableT = TypeVar("TableT", bound=JsonTable)


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What a reload came to: a line for each file, and whether one was refused."""

    lines: tuple[str, ...]
    refused: bool = False


class SystemFiles:
    """Made once, which raises ConfigurationError (exit 2) for a file that is wrong at start."""

    def __init__(
        self, directory: Path, *, clock: Clock, announce: Callable[[AccessEvent], None]
    ) -> None:
        self._directory = directory
        self._clock = clock
        self._announce = announce
        self._agent = _File(directory / agent_file.NAME, AgentFile(), clock)
        self._model = _File(directory / model_file.NAME, ModelFile(), clock)
        self._semantic = _File(directory / semantic_file.NAME, SemanticFile(), clock)
        self._reloading = asyncio.Lock()
        self._said: set[str] = set()
        self._refused: frozenset[str] = frozenset()
        """What the files were refused for at the last reload."""
        self._say_once()

    @property
    def agent(self) -> AgentFile:
        """`system-agent.json` in force."""
        return self._agent.value

    @property
    def model(self) -> ModelFile:
        """`system-model.json` in force."""
        return self._model.value

    @property
    def semantic(self) -> SemanticFile:
        """`system-semantic.json` in force."""
        return self._semantic.value

    @property
    def model_configured(self) -> bool:
        """Whether a model may be called; the environment is looked at now."""
        return self._model.value.configured(os.environ)

    @property
    def secrets(self) -> frozenset[str]:
        """The variables of the environment that hold a key; no child of ours gets them."""
        return frozenset({self._model.value.api_key_env} - {""})

    async def reload(self) -> Reloaded:
        """Read all of them again."""
        async with self._reloading:
            before = (self.agent, self.model, self.semantic)
            files = (self._agent, self._model, self._semantic)
            problems = [problem for file in files if (problem := await file.reload())]
            for problem in problems:
                if problem not in self._refused:
                    _logger.warning("%s", problem)
            self._refused = frozenset(problems)
            self._say_once()
            if before != (self.agent, self.model, self.semantic):
                self._announce(CircumstancesChanged())
        state = "a model is configured" if self.model_configured else "no model is configured"
        return Reloaded((*problems, f"config/system: {state}"), refused=bool(problems))

    async def keep(self) -> None:
        """Reload whenever a file changes, until cancelled."""
        states = tree_states(self._directory, clock=self._clock)
        async with aclosing(states):
            async for _ in states:
                await self.reload()

    def _say_once(self) -> None:
        """What is accepted and still worth a line; each once."""
        lines = [f"{agent_file.NAME}: {warning}" for warning in self.agent.warnings]
        if unused := ", ".join(self.agent.unused):
            lines.append(f"{agent_file.NAME}: {unused}: not used by this version")
        for line in lines:
            if line not in self._said:
                self._said.add(line)
                _logger.warning("%s", line)


class _File(Generic[TableT]):
    """One file and the version of it that is in force."""

    def __init__(self, path: Path, default: TableT, clock: Clock) -> None:
        self._path = path
        self._default = default
        self._steady = SteadyFile(path, self._parsed, clock=clock)
        self.value = default
        try:
            self.value = self._parsed(path.read_bytes())
        except FileNotFoundError:
            pass
        except OSError as error:
            problem = f"cannot be read ({error.strerror})"
            raise ConfigurationError(file=str(path), key="", problem=problem) from error

    async def reload(self) -> str:
        """Take the file as it is now; the reason where it is refused, else ""."""
        reading = await self._steady.read()
        match reading:
            case Good(value=value):
                self.value = value
                return ""
            case _ if reading.missing:
                self.value = self._default
                return ""
            case _:
                name, problem = self._path.name, reading.problem
                where = problem if str(self._path) in problem else f"{self._path}:?: {problem}"
                return f"{name} is refused, and the old version stays: {where}"

    def _parsed(self, content: bytes) -> TableT:
        return parse(content, type(self._default), file=str(self._path))
