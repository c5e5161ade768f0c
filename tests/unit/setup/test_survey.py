from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge import demo
from bridge.core.errors import ReadError, UsageError
from bridge.setup.survey import survey
from tests.fakes.server_folders import (
    KINDS,
    PROPERTIES,
    PROXIES,
    Kind,
    build,
    id_of,
    make_world,
    server,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BOOK = Path(demo.__file__).parent / "pack"


@pytest.mark.parametrize("kind", KINDS, ids=id_of)
@pytest.mark.parametrize("started", [False, True])
def test_each_kind_of_server_is_recognised(tmp_path: Path, kind: Kind, started: bool) -> None:
    build(kind, tmp_path)
    if started:
        (tmp_path / "server.properties").write_text(PROPERTIES)
    there = survey(tmp_path)
    assert (there.software.flavour, str(there.version)) == (kind.flavour, kind.version)
    assert (there.properties is not None) is started
    assert not there.has_world


@pytest.mark.parametrize("kind", PROXIES, ids=id_of)
def test_a_proxy_is_refused_with_a_clear_word(tmp_path: Path, kind: Kind) -> None:
    build(kind, tmp_path)
    with pytest.raises(UsageError, match=rf"proxy \({kind.flavour}.*game server behind it"):
        survey(tmp_path)


def test_the_log_of_a_proxy_is_one_too(tmp_path: Path) -> None:
    server(tmp_path)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "latest.log").write_text("[12:00:00 INFO]: Booting up Velocity 3.3.0\n")
    with pytest.raises(UsageError, match="proxy"):
        survey(tmp_path)


def test_what_ran_last_counts_before_what_lies_there(tmp_path: Path) -> None:
    server(tmp_path, "1.20.1")
    assert str(survey(tmp_path).version) == "1.20.1"
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "latest.log").write_text(
        "[12:00:00 INFO]: Starting minecraft server version 1.20.4\n"
        "[12:00:00 INFO]: This server is running Purpur version 1 (MC: 1.20.4)\n"
    )
    there = survey(tmp_path)
    assert (there.software.flavour, str(there.version)) == ("purpur", "1.20.4")


def nothing(path: Path) -> None:
    path.mkdir()


def no_folder(path: Path) -> None:
    del path


def a_file(path: Path) -> None:
    path.touch()


def the_folder_around_it(path: Path) -> None:
    server(path / "server")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (nothing, "no server in it that this program knows"),
        (no_folder, "is no folder"),
        (a_file, "is no folder"),
        (the_folder_around_it, "did you mean"),
    ],
)
def test_what_is_no_server_is_one_line(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    make(tmp_path / "x")
    with pytest.raises(UsageError, match=message):
        survey(tmp_path / "x")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    build(KINDS[0], tmp_path)
    (tmp_path / "server.properties").mkdir()
    with pytest.raises(ReadError, match=r"server\.properties"):
        survey(tmp_path)
    (tmp_path / "server.properties").rmdir()
    (tmp_path / "server.properties").write_text("a=\\u12\n")
    with pytest.raises(ReadError, match=r"server\.properties:1"):
        survey(tmp_path)


def test_what_else_is_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    server(folder)
    shutil.copytree(BOOK, folder, dirs_exist_ok=True)
    (folder / "mods").mkdir()
    (folder / "mods" / "kubejs-neoforge-2101.7.1.jar").touch()
    (tmp_path / "permission.yml").touch()
    (tmp_path / "config.yml").write_text("working_directory: server\n")
    there = survey(folder)
    assert there.has_book
    assert there.kubejs is not None
    assert there.kubejs.major == 7
    assert there.mcdreforged is not None
    assert there.busy == ""


@pytest.mark.parametrize(
    "written", ["my world", "../beside", "{root}/elsewhere", "w\\u00F6rld", "linked"]
)
def test_the_world_is_where_level_name_says(tmp_path: Path, written: str) -> None:
    folder = tmp_path / "server"
    build(KINDS[0], folder)
    level = written.format(root=tmp_path).replace("\\u00F6", "ö")
    if level == "linked":
        make_world(tmp_path / "disk", "1.21.4")
        (folder / "linked").symlink_to(tmp_path / "disk")
    else:
        make_world(folder / level, "1.21.4")
    (folder / "server.properties").write_text(f"level-name={written.format(root=tmp_path)}\n")
    there = survey(folder)
    assert there.has_world
    assert os.path.samefile(there.world, folder / level)
