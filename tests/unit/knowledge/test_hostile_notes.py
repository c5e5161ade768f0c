"""What may lie in the folder of notes: links out of it, names and bytes that are no text, too much
of everything. Nothing of it stops the reading of the rest.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import RefusedError, StoreError
from bridge.knowledge import snippets
from bridge.knowledge.contents import page_of
from bridge.knowledge.entries import Entry, Source, Viewer, section_of
from bridge.knowledge.files import MOST_BYTES, PageFolder
from bridge.knowledge.index import PassageIndex
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.notes import digest_of, replace_note
from bridge.knowledge.queries import asked
from bridge.knowledge.search import Search
from bridge.knowledge.sections import LONGEST, TITLE, page, parted_comments
from tests.fakes.clock import FakeClock, HastyClock

if TYPE_CHECKING:
    from pathlib import Path

MARA = Viewer(player=Player(name="Mara", uuid=UUID(int=1)), language="en_us")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "config" / "knowledge"
    folder.mkdir(parents=True)
    (folder / "good.md").write_text("# Good\nThe bank opens at dawn.")
    return folder


async def read(folder: Path) -> tuple[list[str], list[str]]:
    pages = PageFolder(folder, ("*.md",), clock=HastyClock())
    problems = await pages.read()
    return list(pages.pages), list(problems)


async def test_a_link_out_of_the_folder_is_not_followed_and_one_inside_is(notes: Path) -> None:
    secret = notes.parent / "secret.md"
    secret.write_text("# Secret\nThe key is 1234.")
    (notes / "out.md").symlink_to(secret)
    (notes / "in.md").symlink_to("good.md")
    (notes / "dangling.md").symlink_to("nothing.md")
    names, problems = await read(notes)
    assert names == ["good.md", "in.md"]
    assert problems == ["out.md: it is a link that leads out of the folder"]


async def test_the_folder_itself_may_be_a_link(notes: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(notes)
    assert await read(link) == (["good.md"], [])


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
async def test_a_name_that_is_no_utf_8_is_told_and_stops_nothing(
    notes: Path, tmp_path: Path
) -> None:
    (notes / os.fsdecode("规则".encode("gbk") + b".md")).write_text("# Odd\nzeppelin")
    names, problems = await read(notes)
    assert names == ["good.md"]
    assert [problem.partition(": ")[2] for problem in problems] == ["its name is not UTF-8"]
    assert problems[0].isascii()
    library = KnowledgeLibrary(
        Folders(root=tmp_path, shipped=tmp_path / "none"), cache=None, clock=HastyClock()
    )
    async with library.opened():
        assert await library.reload() == "knowledge: 1 notes, 0 pages of the manual, 1 problems"


async def test_what_is_no_file_is_not_opened(notes: Path) -> None:
    os.mkfifo(notes / "pipe.md")
    (notes / "folder.md").mkdir()
    (notes / ".#good.md").write_text("an editor's lock")
    assert await read(notes) == (["good.md"], [])


async def test_of_a_file_that_is_too_large_nothing_is_read(notes: Path) -> None:
    with (notes / "huge.md").open("wb") as file:
        file.truncate(50 * 1024**3)
    names, problems = await read(notes)
    assert names == ["good.md"]
    assert problems == [f"huge.md: it has more than {MOST_BYTES} bytes"]


async def test_a_note_that_is_half_written_keeps_its_last_good_copy(notes: Path) -> None:
    pages = PageFolder(notes, ("*.md",), clock=HastyClock())
    await pages.read()
    (notes / "good.md").write_bytes("# Good\n银行".encode()[:-1])
    (problem,) = await pages.read()
    assert "not UTF-8" in problem
    assert "is kept" in problem
    assert pages.pages["good.md"].text == "The bank opens at dawn."
    (notes / "good.md").unlink()
    assert await pages.read() == []
    assert pages.pages == {}


@pytest.mark.parametrize(
    "text",
    [
        "# a" + " " * 400_000 + "b",
        "#" * 400_000,
        "# " + "#" * 400_000 + "x",
        "<!--" * 250_000,
        "\n" + " " * 400_000 + "x",
        "\n \n" * 130_000,
        "刷铁" * 200_000,
        "```" * 130_000,
        "# " + "a" * 400_000 + "\n" + "# b\nc\n" * 20,
    ],
    ids=lambda text: f"{text[:6]!r} and so on",
)
def test_no_text_takes_more_than_its_length(text: str) -> None:
    """Each took minutes, or for ever, where time grows with the square."""
    found = page("odd.md", text)
    assert len(found.title) <= TITLE
    for section in found.sections:
        assert section.text.strip()
        assert len(section.text) <= LONGEST
        assert len(section.title) <= TITLE


def test_a_snippet_of_nothing_but_what_was_asked_is_soon_made() -> None:
    assert len(snippets.snippet("刷铁" * 30_000, asked("刷铁机"))) <= snippets.LENGTH + 2


def test_a_page_is_found_among_five_thousand_by_a_mistyped_title() -> None:
    pages = [page(f"{at}.md", f"# {at:05} {'wheat carrots ' * 6}") for at in range(5_000)]
    pages[3_000] = page("x.md", "# Trading hall")
    assert page_of(pages, "tradign hal") == 3_000


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Town ##", "Town"),
        ("#\tTown \t", "Town"),
        ("# C#", "C#"),
        ("# C# #", "C#"),
        ("# ###", "x"),
        ("#Town", "x"),
        ("####### Town", "x"),
    ],
)
def test_headings_are_read_as_commonmark_has_them(line: str, title: str) -> None:
    assert page("x.md", f"{line}\ntext").title == title


@settings(deadline=None)
@given(st.lists(st.sampled_from(("<!--", "-->", "a", "\n", "--", "<!")), max_size=30).map("".join))
def test_comments_and_the_rest_are_the_whole_text(text: str) -> None:
    kept, comments = parted_comments(text)
    assert len(kept) + sum(map(len, comments)) == len(text)
    assert all(each.startswith("<!--") and each.endswith("-->") for each in comments)
    if not comments:
        assert kept == text


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("a.md", ("a.md", "")),
        ("a.md#2", ("a.md", "2")),
        ("a#b.md", ("a#b.md", "")),
        ("a#b.md#12", ("a#b.md", "12")),
        ("zh_cn/1.md#3", ("zh_cn/1.md", "3")),
    ],
)
def test_a_key_is_taken_apart_whatever_the_file_is_called(key: str, parts: tuple[str, str]) -> None:
    assert section_of(key) == parts


async def test_half_a_surrogate_pair_of_a_pack_is_stored_as_a_question_mark() -> None:
    broken = Entry(source=Source.QUESTS, key="1", title="Dia\ud83dmond", text="\udcff dig")
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await index.put("all", lambda: [broken])
        (match,) = await index.find(asked("dig"), ["all"], limit=5)
        assert (match.entry.title, match.entry.text) == ("Dia?mond", "? dig")
        assert await index.put("all", lambda: [broken]) == 0


async def test_a_store_that_fails_leaves_the_notes_readable(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = KnowledgeLibrary(
        Folders(root=tmp_path, shipped=tmp_path / "none"), cache=None, clock=HastyClock()
    )
    failing = True
    put = PassageIndex.put

    async def full(self: PassageIndex, *given: object) -> int:
        if failing:
            raise StoreError("knowledge.db: database or disk is full")
        return await put(self, *given)  # pyright: ignore[reportArgumentType] - as it was given

    monkeypatch.setattr(PassageIndex, "put", full)
    async with library.opened():
        assert "1 problems" in await library.reload()
        assert list(await library.notes()) == ["good.md"]
        failing = False
        assert "problem" not in await library.reload()
        assert [hit.entry.key for hit in await Search(library).find(MARA, "bank")] == ["good.md#1"]


def test_a_link_is_not_replaced(notes: Path) -> None:
    outside = notes.parent / "outside.md"
    outside.write_text("old")
    (notes / "link.md").symlink_to(outside)
    with pytest.raises(RefusedError, match="link"):
        replace_note(notes, "link.md", "new", before=digest_of(b"old"))
    assert outside.read_text() == "old"
    assert (notes / "link.md").is_symlink()


@pytest.mark.parametrize("name", ["a\0.md", "C:a.md", "a:b.md", "..\\a.md", "/etc/a.md", ".a.md"])
def test_no_name_is_a_path(notes: Path, name: str) -> None:
    with pytest.raises(RefusedError, match="is no note"):
        replace_note(notes, name, "new", before="")
