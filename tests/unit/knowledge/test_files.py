"""A folder of pages, read again file by file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bridge.knowledge import files
from bridge.knowledge.files import PageFolder
from tests.fakes.clock import HastyClock

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def write(path: Path, content: bytes, at: int) -> None:
    path.write_bytes(content)
    os.utime(path, ns=(at, at))


async def test_what_changed_is_read_and_what_is_gone_is_dropped(tmp_path: Path) -> None:
    folder = PageFolder(tmp_path / "notes", ["*.md"], clock=HastyClock())
    assert await folder.read() == []
    assert folder.pages == {}
    (tmp_path / "notes").mkdir()
    write(tmp_path / "notes/b.md", b"# B", 1)
    write(tmp_path / "notes/a.md", b"\xef\xbb\xbf# A", 1)
    write(tmp_path / "notes/.hidden.md", b"# no", 1)
    write(tmp_path / "notes/a.md.bak", b"# no", 1)
    assert await folder.read() == []
    assert [page.title for page in folder.pages.values()] == ["A", "B"]
    kept = folder.pages["b.md"]
    write(tmp_path / "notes/a.md", b"# A2", 2)
    await folder.read()
    assert folder.pages["a.md"].title == "A2"
    assert folder.pages["b.md"] is kept
    (tmp_path / "notes/a.md").unlink()
    await folder.read()
    assert list(folder.pages) == ["b.md"]


async def test_of_one_that_cannot_be_read_the_last_good_copy_stays_with_its_age(
    tmp_path: Path,
) -> None:
    clock = HastyClock()
    folder = PageFolder(tmp_path, ["*.md"], clock=clock)
    write(tmp_path / "a.md", b"# Good", 1)
    await folder.read()
    clock.advance(30)
    write(tmp_path / "a.md", b"\xff\xff", 2)
    write(tmp_path / "new.md", b"x" * (files.MOST_BYTES + 1), 2)
    problems = await folder.read()
    assert folder.pages["a.md"].title == "Good"
    assert list(folder.pages) == ["a.md"]
    assert problems[0].startswith("a.md: it is not UTF-8 (byte 0); what it said 30 s ago is kept")
    assert problems[1] == f"new.md: it has more than {files.MOST_BYTES} bytes"
    write(tmp_path / "a.md", b"# Better", 3)
    assert len(await folder.read()) == 1
    assert folder.pages["a.md"].title == "Better"


async def test_only_so_many_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 2)
    for name in ("a.md", "b.md", "c.md"):
        write(tmp_path / name, b"# x", 1)
    folder = PageFolder(tmp_path, ["*.md"], clock=HastyClock())
    assert "only the first 2 files" in (await folder.read())[0]
    assert list(folder.pages) == ["a.md", "b.md"]
