"""The shipped manual names no command that there is not, and says as much in each language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.cli.app import SECTIONS
from bridge.commands.system_ai import Malformed, parse
from bridge.core.actors import Player
from bridge.files.shipped import shipped
from bridge.knowledge.entries import Viewer
from bridge.knowledge.files import parsed
from bridge.knowledge.library import ADMINISTRATORS, Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from bridge.ui.languages import LANGUAGES, phrases
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bridge.knowledge.sections import Page

FOLDER = shipped("config") / "manual"
QUOTED = re.compile(r"`([^`]+)`")
SHELL = {word for words in SECTIONS.values() for word in words}
COMMANDS = {
    key.split(".")[1] for key in phrases("en_us") if re.fullmatch(r"command\.\w+\.usage", key)
}


def pages(language: str) -> dict[str, Page]:
    return {
        path.relative_to(FOLDER / language).as_posix(): parsed(path.name, path.read_bytes())
        for path in sorted((FOLDER / language).rglob("*.md"))
    }


def quoted(language: str) -> Sequence[str]:
    return [each for page in pages(language).values() for each in QUOTED.findall(page.text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_command_that_it_names_is_there(language: str) -> None:
    named = [each.removeprefix("@ai ") for each in quoted(language)]
    explicit = {each[1:].split()[0] for each in named if each.startswith("/")} - {"system"}
    assert explicit
    assert explicit <= COMMANDS
    shell = {each.split()[1] for each in named if each.startswith("system-bridge ")}
    assert shell
    assert shell <= SHELL


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forms_of_system_ai_are_as_it_writes_them(language: str) -> None:
    (page,) = [page for name, page in pages(language).items() if name.startswith(ADMINISTRATORS)]
    (section,) = [
        QUOTED.findall(each.text) for each in page.sections if "/system ai <" in each.text
    ]
    first, *rest = (re.sub("<.*?>", "Mara", each) for each in section)
    start = first.rpartition(" ")[0]
    forms = [first, *(f"{start} {each}" for each in rest), "/system ai default standard"]
    assert len(forms) > 7
    assert [form for form in forms if isinstance(parse(form), Malformed)] == []


def test_each_language_has_the_same_pages_sections_and_commands() -> None:
    told = {
        language: {
            name: (len(page.sections), page.text.count("`"))
            for name, page in pages(language).items()
        }
        for language in LANGUAGES
    }
    assert told["zh_cn"] == told["en_us"]


@pytest.mark.parametrize(
    ("language", "asked", "page"),
    [
        ("en_us", "what leaves the server", "3-privacy.md"),
        ("en_us", "how many calls a day", "4-limits.md"),
        ("en_us", "how do I forget my history", "3-privacy.md"),
        ("zh_cn", "什么会发送给 AI 服务商", "3-privacy.md"),
        ("zh_cn", "次数什么时候恢复", "4-limits.md"),
    ],
)
async def test_a_players_question_finds_its_page_and_nothing_for_administrators(
    tmp_path: Path, language: str, asked: str, page: str
) -> None:
    library = KnowledgeLibrary(
        Folders(root=tmp_path, shipped=FOLDER), cache=None, clock=FakeClock()
    )
    viewer = Viewer(player=Player(name="Mara", uuid=UUID(int=1)), language=language)
    async with library.opened():
        await library.reload()
        hits = await Search(library).find(viewer, asked)
        assert hits[0].entry.key.startswith(f"{language}/{page}#")
        assert not any(ADMINISTRATORS in hit.entry.key for hit in hits)
