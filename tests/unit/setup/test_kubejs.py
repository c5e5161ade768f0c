from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from bridge.minecraft.transports.signed_key import KEY_FILE, load_key, new_key
from bridge.minecraft.version import GameVersion
from bridge.setup.applying import apply
from bridge.setup.kubejs import SCRIPT, find, our_script, planned

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.setup.changes import Plan

V = GameVersion((1, 20, 1))
JAR = "kubejs-forge-2001.6.5-build.14.jar"


def plan(directory: Path, *jars: str, version: GameVersion | None = V) -> Plan:
    there = find(directory, jars)
    assert there is not None
    return planned(there, version, ["@ai"], script=our_script(), random_key=new_key())


def test_the_script_is_installed_with_its_key_and_then_nothing_is_left_to_do(
    tmp_path: Path,
) -> None:
    for change in plan(tmp_path, JAR).steps[0].changes:
        apply(change)
    assert (tmp_path / SCRIPT).read_bytes() == our_script()
    assert json.loads((tmp_path / KEY_FILE).read_bytes())["prefixes"] == ["@ai"]
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    key = load_key(tmp_path)
    assert plan(tmp_path, JAR) == type(plan(tmp_path, JAR))()
    (tmp_path / SCRIPT).write_bytes(our_script()[:100])
    for change in plan(tmp_path, JAR).steps[0].changes:
        apply(change)
    assert (load_key(tmp_path), (tmp_path / SCRIPT).read_bytes()) == (key, our_script())


@pytest.mark.parametrize(
    ("jar", "version", "installs"),
    [
        (JAR, V, True),
        ("kubejs-neoforge-2101.7.1-build.181.jar", GameVersion((1, 21, 1)), True),
        ("kubejs-forge-1802.5.5-build.569.jar", V, False),
        ("KubeJS-renamed.jar", GameVersion((1, 18, 2)), False),
        ("KubeJS-renamed.jar", V, True),
        ("KubeJS-renamed.jar", None, True),
    ],
)
def test_an_older_kubejs_is_left_alone(
    tmp_path: Path, jar: str, version: GameVersion | None, installs: bool
) -> None:
    (tmp_path / "kubejs" / "server_scripts").mkdir(parents=True)
    made = plan(tmp_path, jar, version=version)
    assert (bool(made.steps), bool(made.todo)) == (installs, not installs)


def test_without_kubejs_there_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "kubejs").mkdir()
    assert find(tmp_path, ["jei-1.20.1.jar"]) is None


def test_anothers_script_and_an_open_key_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / SCRIPT).parent.mkdir(parents=True)
    (tmp_path / SCRIPT).write_text("// mine")
    assert "is not ours" in plan(tmp_path, JAR).todo[0]
    (tmp_path / SCRIPT).unlink()
    (tmp_path / KEY_FILE).parent.mkdir(parents=True)
    (tmp_path / KEY_FILE).write_text(json.dumps({"key": "0" * 64, "prefixes": []}))
    (tmp_path / KEY_FILE).chmod(0o644)
    made = plan(tmp_path, JAR)
    assert made.steps == ()
    assert "chmod 600" in made.todo[0]
