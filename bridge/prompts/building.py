"""From the files of all packs to one checked snapshot. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import ConfigDict, Field

from bridge.prompts.naming import Kind
from bridge.prompts.snapshot import PromptSnapshot, System
from bridge.prompts.template import parse
from bridge.settings import json_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.prompts.naming import Name
    from bridge.prompts.pack import Pack

_ID: Final = r"^[a-z0-9_.\-]+:[a-z0-9_.\-/]+$"
_Id = Annotated[str, Field(pattern=_ID, max_length=200)]


class SystemFile(json_file.JsonTable):
    """The schema of one system. Its keys are those of a data pack, not camelCase."""

    model_config = ConfigDict(alias_generator=None)

    name: str = Field(min_length=1, max_length=64)
    personality_prompt: _Id | None = None
    modules: list[_Id] | None = None


def build(packs: Iterable[Pack]) -> PromptSnapshot:
    """All packs as one, the weakest first. Raises ConfigurationError for the first wrong file.

    A file that a stronger pack replaces is checked as well: it may be the only one tomorrow.
    """
    prompts: dict[str, str] = {}
    systems: dict[str, System] = {}
    for pack in packs:
        for name, content in sorted(pack.files.items(), key=lambda file: file[0].id):
            file = f"{pack.label}/{_path(name)}"
            match name.kind:
                case Kind.PROMPT:
                    prompts[name.id] = parse(content, file=file)
                case Kind.SYSTEM:
                    systems[name.id] = _system(content, file)
    return PromptSnapshot(prompts=prompts, systems=systems)


def _path(name: Name) -> str:
    namespace, _, path = name.id.partition(":")
    suffix = "txt" if name.kind is Kind.PROMPT else "json"
    return f"data/{namespace}/system/{name.kind.value}/{path}.{suffix}"


def _system(content: bytes, file: str) -> System:
    table = json_file.parse(content, SystemFile, file=file)
    return System(
        name=table.name,
        personality_prompt=table.personality_prompt,
        modules=None if table.modules is None else tuple(table.modules),
    )
