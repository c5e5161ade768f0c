"""From the files of all packs to one checked snapshot. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.prompts.naming import Kind
from bridge.prompts.snapshot import PromptSnapshot, System
from bridge.prompts.template import parse
from bridge.settings import json_file
from bridge.settings.kinds import filled, list_of, text
from bridge.settings.problems import wrong
from bridge.settings.tables import key, schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.prompts.naming import Name
    from bridge.prompts.pack import Pack

_ID: Final = re.compile(r"[a-z0-9_.\-]+:[a-z0-9_.\-/]+", re.ASCII)
_LONGEST_ID: Final = 200
_LONGEST_NAME: Final = 64


def _name(value: object) -> str:
    if len(name := filled(value)) > _LONGEST_NAME:
        raise wrong(f"string should have at most {_LONGEST_NAME} characters")
    return name


def _id(value: object) -> str:
    if len(id := text(value)) > _LONGEST_ID or not _ID.fullmatch(id):
        raise wrong("input should be an id such as example:path/name")
    return id


@schema
class SystemFile(json_file.JsonTable):
    """The schema of one system. Its keys are those of a data pack, not camelCase."""

    camel = False

    name: str = key(_name)
    personality_prompt: str | None = key(_id, default=None)
    modules: tuple[str, ...] | None = key(list_of(_id), default=None)


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
        modules=table.modules,
    )
