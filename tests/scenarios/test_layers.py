"""The picture of the layers is enforced: an import that points up makes the check red."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PLANTED = {
    "core/cards.py": "from bridge.daemon import clock\n",
    "demo/game.py": "from bridge.minecraft import snbt\n",
    "workflows/quests/cards.py": "from bridge.workflows.guide import help\n",
    "quests/search.py": "import sqlite3\n",
    "ui/render.py": "import asyncio\n",
    "minecraft/transports/child_policy.py": "from bridge.files import watch\n",
    "conversation/routing.py": "import asyncio\n",
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


def test_every_module_that_calls_itself_pure_is_held_to_it() -> None:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = configured["tool"]["importlinter"]["contracts"]
    held = {
        module
        for contract in contracts
        if "pure modules" in contract["name"].lower()
        for module in contract["source_modules"]
    }
    for path in sorted((ROOT / "bridge").rglob("*.py")):
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.name == "__init__.py" or not re.search(r"\bPure\b", words):
            continue
        above = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
        assert above & held, f"{'.'.join(parts)} is not on the lists of pure modules"
