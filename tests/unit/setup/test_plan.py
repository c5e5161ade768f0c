from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bridge.files.shipped import shipped
from bridge.setup import datapack, kubejs, mcdreforged
from bridge.setup.applying import apply
from bridge.setup.changes import EditProperties, Plan
from bridge.setup.plan import Fresh, Shipped, planned
from bridge.setup.surroundings import around
from bridge.setup.survey import survey
from bridge.setup.telling import afterwards, as_json, found, steps, todo
from tests.fakes.server_folders import KINDS, Kind, build, id_of, make_world, server, snapshot

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = Shipped(
    config=(shipped("config") / "bridge.toml").read_text("utf-8"),
    pack=datapack.for_version,
    script=kubejs.our_script(),
    plugin=mcdreforged.our_plugin(),
)
FRESH = Fresh(password="a-password-of-tests", key=bytes(32))


def plan(root: Path, *, busy: str = "") -> Plan:
    there = survey(root / "server")
    there = replace(there, busy=busy or there.busy)
    return planned(there, around(root / "config" / "bridge.toml", there.directory), SHIPPED, FRESH)


def carry_out(made: Plan) -> None:
    for step in made.steps:
        for change in step.changes:
            apply(change)


@pytest.mark.parametrize("kind", KINDS, ids=id_of)
def test_of_every_kind_a_second_plan_is_empty(tmp_path: Path, kind: Kind) -> None:
    folder = tmp_path / "server"
    build(kind, folder)
    (folder / "server.properties").write_text("motd=x\n")
    make_world(folder / "world", kind.version)
    (folder / "kubejs" / "server_scripts").mkdir(parents=True)
    first = plan(tmp_path)
    assert first.steps
    carry_out(first)
    second = plan(tmp_path)
    assert second.steps == ()
    old = kind.version.startswith(("1.8", "1.12", "1.16"))
    assert (folder / "world" / "datapacks").exists() is not kind.version.startswith(("1.8", "1.12"))
    assert (folder / kubejs.SCRIPT).exists() is not old
    before = snapshot(tmp_path)
    carry_out(second)
    assert snapshot(tmp_path) == before


def test_making_a_plan_writes_nothing_and_shows_no_secret(tmp_path: Path) -> None:
    server(tmp_path / "server")
    before = snapshot(tmp_path)
    made = plan(tmp_path)
    assert snapshot(tmp_path) == before
    there = survey(tmp_path / "server")
    lines = [found(there), *steps(made), *todo(made), *afterwards(made)]
    told = "\n".join(lines) + json.dumps(as_json(there, made, written=False)) + repr(made)
    assert FRESH.password not in told
    assert FRESH.key.hex() not in told


def test_a_running_server_keeps_its_properties_and_gets_the_rest(tmp_path: Path) -> None:
    server(tmp_path / "server")
    made = plan(tmp_path, busy="process 7 has the world open")
    changes = [change for step in made.steps for change in step.changes]
    assert not any(isinstance(change, EditProperties) for change in changes)
    assert len(made.steps) == 2
    assert any("stop the server" in line for line in made.todo)
    assert any("/reload" in line for line in afterwards(made))


def test_a_server_that_never_ran_gets_what_it_can(tmp_path: Path) -> None:
    build(KINDS[0], tmp_path / "server")
    made = plan(tmp_path)
    assert [step.path.name for step in made.steps] == ["bridge.toml", "server.properties"]
    assert "start the server once" in made.todo[0]


@pytest.mark.parametrize(
    "text",
    [
        'servers = { a = { directory = "/a" } }\n',
        # The example stands in another table, whose key would become the server's.
        '[log]\n# [servers.main]\n# directory = "x"\nformat = "json"\n',
        # Not the example that we ship, but somebody's words.
        "[state]\ntimezone = '''\n# [servers.main]\n# directory = \"x\"\n'''\n",
    ],
)
def test_what_cannot_be_added_to_is_told(tmp_path: Path, text: str) -> None:
    server(tmp_path / "server")
    config = tmp_path / "config" / "bridge.toml"
    config.parent.mkdir()
    config.write_text('servers = { a = { directory = "/a" } }\n')
    surroundings = around(config, tmp_path / "server")
    surroundings = replace(surroundings, text=text, server="main")
    made = planned(survey(tmp_path / "server"), surroundings, SHIPPED, FRESH)
    assert "write [servers.main] with directory" in made.todo[0]
    assert config not in {step.path for step in made.steps}


def test_without_rcon_the_properties_are_no_ones_business(tmp_path: Path) -> None:
    folder = server(tmp_path / "server")
    surroundings = around(tmp_path / "config" / "bridge.toml", folder)
    made = planned(survey(folder), surroundings, SHIPPED, FRESH, with_rcon=False)
    changes = [change for step in made.steps for change in step.changes]
    assert changes
    assert not any(isinstance(change, EditProperties) for change in changes)


def test_where_the_configuration_has_the_password_none_is_made(tmp_path: Path) -> None:
    server(tmp_path / "server")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "bridge.toml").write_text(
        '[servers.main]\ndirectory = "server"\nrcon = { password_env = "X" }\n'
    )
    edits = [c for s in plan(tmp_path).steps for c in s.changes if isinstance(c, EditProperties)]
    assert [edit.values for edit in edits] == [{"broadcast-rcon-to-ops": "false"}]
