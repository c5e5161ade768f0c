from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge import demo
from bridge.access import mirror, saved_data
from bridge.access.effective import UNSET
from bridge.access.world_rules import WorldRules
from bridge.core.modes import Mode
from bridge.daemon.server_place import ServerPlace
from bridge.doctor import server
from bridge.doctor.finding import Verdict
from bridge.minecraft.version import GameVersion
from bridge.settings.schema import ServerTable
from bridge.setup import datapack
from bridge.setup.applying import apply
from bridge.setup.last_start import last_start
from bridge.setup.survey import survey
from tests.fakes import server_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.doctor.finding import Finding
    from bridge.doctor.server import Site

BOOK = Path(demo.__file__).parent / "pack"
V = GameVersion((1, 21, 4))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stopped server that has run."""
    return server_folders.server(tmp_path / "srv")


def site(folder: Path, **table: object) -> Site:
    place = ServerPlace(folder, replace(ServerTable(directory=str(folder)), **table))
    log = folder / "logs" / "latest.log"
    return server.Site(
        name="main",
        place=place,
        there=survey(folder),
        log=log,
        started=last_start(log),
        state=folder.parent / "state",
    )


def verdicts(
    check: Callable[[Site], Iterable[Finding]], folder: Path, **table: object
) -> dict[str, tuple[Verdict, str]]:
    return {each.link: (each.verdict, each.text) for each in check(site(folder, **table))}


def write_log(folder: Path, *lines: str) -> None:
    (folder / "logs").mkdir(exist_ok=True)
    text = "".join(f"[12:00:00] [Server thread/INFO]: {line}\n" for line in lines)
    (folder / "logs" / "latest.log").write_text(text)


def test_the_log_is_there_or_the_daemon_has_the_console(folder: Path) -> None:
    assert verdicts(server.log, folder)["log"][0] is Verdict.BROKEN
    assert verdicts(server.log, folder, launch=("java",))["log"][0] is Verdict.OK
    write_log(folder, "hello")
    assert verdicts(server.log, folder)["log"][0] is Verdict.OK


@pytest.mark.parametrize(
    ("configured", "verdict"),
    [("auto", Verdict.OK), ("Paper", Verdict.OK), ("forge", Verdict.WARNING)],
)
def test_the_log_tells_its_kind(folder: Path, configured: str, verdict: Verdict) -> None:
    assert "no start" in verdicts(server.dialect, folder, dialect=configured)["dialect"][1]
    write_log(
        folder,
        "Starting minecraft server version 1.21.4",
        "This server is running Paper version 1 (MC: 1.21.4)",
    )
    found, text = verdicts(server.dialect, folder, dialect=configured)["dialect"]
    assert (found, "running Paper" in text) == (verdict, True)


def test_the_log_of_a_proxy_is_broken(folder: Path) -> None:
    there = site(folder)
    (folder / "logs").mkdir()
    (folder / "logs" / "latest.log").write_text("[12:00:00 INFO]: Booting up Velocity 3.3.0\n")
    (finding,) = server.dialect(replace(there, started=last_start(there.log)))
    assert (finding.verdict, "velocity" in finding.text) == (Verdict.BROKEN, True)


def test_the_world_and_its_access_file(folder: Path) -> None:
    found = verdicts(server.played_world, folder)
    assert [verdict for verdict, _ in found.values()] == [Verdict.OK, Verdict.OK]
    file = folder / "world" / mirror.FILE
    file.parent.mkdir(parents=True)
    rules = WorldRules(default=Mode.FREE, defaults=UNSET, overrides={})
    file.write_bytes(saved_data.encode(rules, 4189))
    assert verdicts(server.played_world, folder)["access file"][0] is Verdict.OK
    file.write_bytes(b"half")
    assert verdicts(server.played_world, folder)["access file"][0] is Verdict.BROKEN
    shutil.rmtree(folder / "world")
    assert verdicts(server.played_world, folder)["world"][0] is Verdict.WARNING


def install_pack(folder: Path, version: GameVersion) -> None:
    plan = datapack.planned(datapack.look(folder / "world"), version, datapack.for_version(version))
    for step in plan.steps:
        for change in step.changes:
            apply(change)


def test_the_datapack_for_the_version_that_is_played(folder: Path) -> None:
    assert "not installed" in verdicts(server.pack, folder)["datapack"][1]
    install_pack(folder, GameVersion((1, 20, 1)))
    assert "not the one for 1.21.4" in verdicts(server.pack, folder)["datapack"][1]
    install_pack(folder, V)
    assert verdicts(server.pack, folder)["datapack"][0] is Verdict.OK
    server_folders.make_world(folder / "world", "1.21.4", disabled=("system-bridge",))
    verdict, text = verdicts(server.pack, folder)["datapack"]
    assert (verdict, "disabled" in text) == (Verdict.WARNING, True)
    shutil.rmtree(folder / "world")
    assert verdicts(server.pack, folder)["datapack"][0] is Verdict.OK


def test_relays_where_there_are_any(folder: Path) -> None:
    assert verdicts(server.relays, folder) == {}
    (folder / "kubejs" / "server_scripts").mkdir(parents=True)
    (folder.parent / "permission.yml").touch()
    (folder.parent / "config.yml").write_text("working_directory: srv\n")
    found = verdicts(server.relays, folder)
    assert {link: verdict for link, (verdict, _) in found.items()} == {
        "kubejs": Verdict.WARNING,
        "mcdreforged": Verdict.WARNING,
    }


def test_the_quest_book(folder: Path) -> None:
    assert "no FTB" in verdicts(server.quests, folder)["quests"][1]
    shutil.copytree(BOOK, folder, dirs_exist_ok=True)
    verdict, text = verdicts(server.quests, folder)["quests"]
    assert (verdict, "chapters" in text) == (Verdict.OK, True)
    chapter = next((folder / "config" / "ftbquests").rglob("chapters/*.snbt"))
    chapter.write_text("{ quests: [")
    verdict, text = verdicts(server.quests, folder)["quests"]
    assert (verdict, chapter.name in text) == (Verdict.WARNING, True)


def test_the_prompts_of_the_worlds_packs(folder: Path) -> None:
    assert verdicts(server.prompts, folder)["prompts"][0] is Verdict.OK
    prompt = folder / "world" / "datapacks" / "mine" / "data" / "system" / "system" / "prompts"
    prompt.mkdir(parents=True)
    (prompt / "chat.txt").write_text("{{nonsense}}")
    verdict, text = verdicts(server.prompts, folder)["prompts"]
    assert (verdict, "nonsense" in text) == (Verdict.BROKEN, True)


@pytest.mark.parametrize(
    ("online", "plugin", "verdict"),
    [
        ("true", "", Verdict.OK),
        ("false", "", Verdict.WARNING),
        ("true", "EssentialsX-2.20.jar", Verdict.WARNING),
    ],
)
def test_what_a_name_is_worth(folder: Path, online: str, plugin: str, verdict: Verdict) -> None:
    text = server_folders.PROPERTIES.replace("online-mode=true", f"online-mode={online}")
    (folder / "server.properties").write_text(text)
    if plugin:
        (folder / "plugins").mkdir()
        (folder / "plugins" / plugin).touch()
    assert verdicts(server.names, folder)["names"][0] is verdict


def test_operators_that_cannot_be_read_are_told(folder: Path) -> None:
    listed = [{"uuid": "853c80ef-3c37-49fd-aa49-938b674adae6", "name": "Mara", "level": 4}]
    (folder / "ops.json").write_text(json.dumps(listed))
    assert verdicts(server.names, folder)["operators"][1].startswith("1 in ops.json")
    (folder / "ops.json").write_text("[")
    assert verdicts(server.names, folder)["operators"][0] is Verdict.WARNING
