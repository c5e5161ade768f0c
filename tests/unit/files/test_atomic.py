from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.files.atomic import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable


def names(directory: Path) -> set[str]:
    return {entry.name for entry in directory.iterdir()}


def test_a_new_file_is_made(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", b"new", mode=0o600)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == {"a"}


def test_an_old_file_keeps_its_mode_and_open_readers_their_content(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with path.open("rb") as reader:
        replace_file(path, b"new")
        assert reader.read() == b"old"
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_the_old_content_is_kept_where_wanted(tmp_path: Path) -> None:
    path, kept = tmp_path / "a.dat", tmp_path / "a.dat_old"
    replace_file(path, b"1", keep=kept)
    assert names(tmp_path) == {"a.dat"}
    replace_file(path, b"2", keep=kept)
    replace_file(path, b"3", keep=kept)
    assert (path.read_bytes(), kept.read_bytes()) == (b"3", b"2")
    assert names(tmp_path) == {"a.dat", "a.dat_old"}


def test_a_missing_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "missing" / "a", b"new")


class PowerCut(BaseException):
    """Nothing more happens."""


@pytest.mark.parametrize("step", range(20))
@pytest.mark.parametrize("error", [OSError, PowerCut])
def test_at_every_step_a_failure_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int, error: type[BaseException]
) -> None:
    path, kept = tmp_path / "a.dat", tmp_path / "a.dat_old"
    path.write_bytes(b"second")
    kept.write_bytes(b"first")
    steps = 0

    def failing(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            nonlocal steps
            steps += 1
            if steps == step:
                raise error("here")
            return real(*args, **kwargs)

        return call

    for owner, name in ((os, "open"), (os, "fsync"), (Path, "replace"), (Path, "chmod")):
        monkeypatch.setattr(owner, name, failing(getattr(owner, name)))
    with suppress(OSError, PowerCut):
        replace_file(path, b"third", keep=kept)
    monkeypatch.undo()
    assert (path.read_bytes(), kept.read_bytes()) in {
        (b"second", b"first"),
        (b"second", b"second"),
        (b"third", b"second"),
    }
    assert names(tmp_path) == {"a.dat", "a.dat_old"}
