"""Jars and folders give the same files."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import ReadError
from bridge.items.files.containers import FolderContainer, opened_zip, walked

if TYPE_CHECKING:
    from pathlib import Path


def everything(name: bytes) -> bool:
    return bool(name)


def test_a_folder_gives_its_files_sorted_and_with_slashes(tmp_path: Path) -> None:
    for name in ("b/c.json", "a.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    folder = FolderContainer(tmp_path)
    assert sorted(folder.files(everything)) == ["a.json", "b/c.json"]
    assert [*folder.files(lambda name: name.startswith(b"b"))] == ["b/c.json"]
    assert folder.read("b/c.json", 100) == b"b/c.json"
    with pytest.raises(ReadError, match="longer than 3"):
        folder.read("b/c.json", 3)
    with pytest.raises(ReadError, match="cannot be read"):
        folder.read("gone", 3)


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "a").write_text("")
    assert [name for name, _ in walked(tmp_path)] in (["a"], ["a", "loop"])


def test_of_entries_with_one_name_the_last_counts(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a", "w") as z:
        z.writestr("x", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            z.writestr("x", "two")
    with opened_zip(tmp_path / "a") as container:
        assert [*container.files(everything)] == ["x"]
        assert container.read("x", 9) == b"two"


def test_a_jar_in_a_jar_is_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as z:
        z.writestr("deep", "down")
    with zipfile.ZipFile(tmp_path / "a.jar", "w") as z:
        z.writestr("inner.jar", inner.getvalue())
    with opened_zip(tmp_path / "a.jar") as outer:
        assert [*outer.files(everything)] == ["inner.jar"]
        with outer.nested("inner.jar") as nested:
            assert [*nested.files(everything)] == ["deep"]
            assert nested.read("deep", 9) == b"down"


def test_a_missing_jar_is_a_read_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read"), opened_zip(tmp_path / "none.jar"):
        pass
