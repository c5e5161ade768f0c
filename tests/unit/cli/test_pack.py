from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path


def build(version: str, out: Path) -> int:
    return run(["pack", "build", "--mc", version, "--out", str(out)])


def names(out: Path) -> set[str]:
    return {file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()}


def test_a_pack_is_built_and_built_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "datapacks" / "system-bridge"
    assert build("1.20.1", out) == 0
    assert json.loads((out / "pack.mcmeta").read_bytes())["pack"]["pack_format"] == 15
    assert "data/system/functions/ai/default.mcfunction" in names(out)
    capsys.readouterr()
    assert build("1.20.1", out) == 0
    assert " 0 changed" in capsys.readouterr().out
    assert build("1.21.4", out) == 0
    assert "data/system/function/ai/limit.mcfunction" in names(out)
    assert not any("/functions/" in name for name in names(out))


def test_a_folder_of_somebody_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.mcmeta").write_text('{"pack": {"description": "mine"}}')
    assert build("1.21.4", tmp_path) == 1
    assert names(tmp_path) == {"pack.mcmeta"}
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(("version", "code"), [("1.12.2", 1), ("latest", 2)])
def test_a_version_without_packs(
    version: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(version, tmp_path / "out") == code
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_version_that_is_not_known_yet_gets_the_newest_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build("27.1", tmp_path / "out") == 0
    assert "27.1 is not known; this is that of 26.4" in capsys.readouterr().err
