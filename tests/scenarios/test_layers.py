"""The picture of the layers is enforced: an import that points up makes the check red."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PLANTED = {
    "core/cards.py": "from bridge.daemon import clock\n",
    "demo/game.py": "from bridge.minecraft import snbt\n",
    "workflows/quests/cards.py": "from bridge.workflows.guide import help\n",
    "quests/search.py": "import sqlite3\n",
    "ui/render.py": "import asyncio\n",
}


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("file", PLANTED)
def test_a_planted_import_makes_the_check_red(tmp_path: Path, file: str) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "pack", "lang", "examples")
    shutil.copytree(ROOT / "bridge", tmp_path / "bridge", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    examples = ROOT / "bridge" / "conversation" / "examples"
    shutil.copytree(examples, tmp_path / "bridge" / "conversation" / "examples")
    planted = tmp_path / "bridge" / file
    planted.write_text(planted.read_text(encoding="utf-8") + "\n" + PLANTED[file])
    finished = lint(tmp_path)
    assert finished.returncode == 1
    assert "BROKEN" in finished.stdout
