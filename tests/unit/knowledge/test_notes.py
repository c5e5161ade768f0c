"""One note is changed only as it was, and nothing outside of its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.knowledge.notes import digest_of, read_note, replace_note

if TYPE_CHECKING:
    from pathlib import Path

OUTSIDE = ("../a.md", "/etc/passwd", "a/b.md", "..\\a.md", ".a.md", "a.txt", "", ".md")


def test_a_note_is_replaced_and_its_old_text_kept(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old")
    text, before = read_note(tmp_path, "a.md")
    assert text == "old"
    replace_note(tmp_path, "a.md", "new", before=before)
    assert (tmp_path / "a.md").read_text() == "new"
    assert (tmp_path / "a.md.bak").read_text() == "old"
    assert digest_of(b"new") == read_note(tmp_path, "a.md")[1]


def test_one_that_changed_meanwhile_stays(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old")
    _, before = read_note(tmp_path, "a.md")
    (tmp_path / "a.md").write_text("somebody's")
    with pytest.raises(RefusedError, match="changed meanwhile"):
        replace_note(tmp_path, "a.md", "new", before=before)
    assert (tmp_path / "a.md").read_text() == "somebody's"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.md"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (tmp_path / "a.md").write_text("outside")
    for work in (
        lambda: read_note(folder, name),
        lambda: replace_note(folder, name, "new", before=digest_of(b"outside")),
    ):
        with pytest.raises(RefusedError):
            work()
    assert (tmp_path / "a.md").read_text() == "outside"


def test_what_is_gone_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_bytes(b"\xff\xfe\x00")
    for name in ("a.md", "b.md"):
        with pytest.raises(RefusedError, match="cannot be read"):
            read_note(tmp_path, name)
    with pytest.raises(RefusedError, match="cannot be written"):
        replace_note(tmp_path, "a.md", "new", before="")
