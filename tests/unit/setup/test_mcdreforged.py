from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bridge.setup.applying import apply
from bridge.setup.changes import Plan
from bridge.setup.mcdreforged import SETTINGS, find, our_plugin, planned

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = "language: en_us\nworking_directory: server\n\nplugin_directories:\n  - plugins\n"


def reforged(root: Path, config: str = CONFIG) -> Path:
    """The server's folder in one."""
    (root / "server").mkdir(parents=True, exist_ok=True)
    (root / "plugins").mkdir(exist_ok=True)
    (root / "permission.yml").touch()
    (root / "config.yml").write_text(config)
    return root / "server"


def plan(server: Path, state: Path) -> Plan:
    there = find(server)
    assert there is not None
    return planned(there, our_plugin(), state=state, server="main", prefix="@ai")


def carried_out(made: Plan) -> None:
    for step in made.steps:
        for change in step.changes:
            apply(change)


def test_the_plugin_is_installed_once_and_knows_where_the_daemon_is(tmp_path: Path) -> None:
    server = reforged(tmp_path)
    (tmp_path / "plugins" / "system_bridge-0.0.1.mcdr").touch()
    (tmp_path / "plugins" / "other.mcdr").touch()
    carried_out(plan(server, tmp_path / "state"))
    name, content = our_plugin()
    plugins = {each.name for each in (tmp_path / "plugins").iterdir()}
    assert plugins == {name, "other.mcdr"}
    assert (tmp_path / "plugins" / name).read_bytes() == content
    settings = json.loads((tmp_path / SETTINGS).read_bytes())
    assert settings == {"state": str(tmp_path / "state"), "server": "main", "prefix": "@ai"}
    assert plan(server, tmp_path / "state") == Plan()


@pytest.mark.parametrize(
    ("config", "found"),
    [
        (CONFIG, True),
        (CONFIG.replace("server\n", "'server'\r\n"), True),
        (CONFIG.replace("server\n", "./server\n"), True),
        (CONFIG.replace("server\n", "elsewhere\n"), False),
        ("", False),
        ("a: [\0", False),
    ],
)
def test_it_is_the_one_that_names_the_server(tmp_path: Path, config: str, found: bool) -> None:
    assert (find(reforged(tmp_path, config)) is not None) is found


def test_plugins_may_be_elsewhere(tmp_path: Path) -> None:
    config = CONFIG.replace("- plugins", '- "my plugins"')
    server = reforged(tmp_path, config)
    carried_out(plan(server, tmp_path / "state"))
    assert (tmp_path / "my plugins" / our_plugin()[0]).is_file()


def test_what_its_owner_wrote_stays(tmp_path: Path) -> None:
    server = reforged(tmp_path)
    carried_out(plan(server, tmp_path / "state"))
    file = tmp_path / SETTINGS
    file.write_text('{"state": "", "server": "", "prefix": "!ai"}')
    carried_out(plan(server, tmp_path / "state"))
    assert json.loads(file.read_bytes()) == {
        "state": str(tmp_path / "state"),
        "server": "main",
        "prefix": "!ai",
    }
    file.write_text('{"state": "../other"}')
    made = plan(server, tmp_path / "state")
    assert (made.steps, "another daemon" in made.todo[0]) == ((), True)
    for broken in ("{", "[]", "7", '"x"'):
        file.write_text(broken)
        made = plan(server, tmp_path / "state")
        assert (made.steps, "cannot be read" in made.todo[0]) == ((), True)
