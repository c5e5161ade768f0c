"""Which daemon and which settings a command means."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from bridge.cli.options import Options
from bridge.cli.place import Place, locate
from bridge.core.errors import ConfigurationError, RefusedError, UsageError
from bridge.daemon.rendezvous import claim, owner

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_without_anything_it_is_the_current_folder(here: Path) -> None:
    place = locate(Options())
    assert place == Place(None, here, None)
    assert place.state == here / "state"
    assert place.settings().state_directory == place.state


def test_the_nearest_file_upward_is_meant(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = written(here / "config" / "bridge.toml")
    (here / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(here / "a" / "b")
    place = locate(Options())
    assert place == Place(config, here, None)
    assert place.state == here / "state"


def test_a_named_file_goes_before_the_nearest_one(here: Path) -> None:
    written(here / "config" / "bridge.toml")
    other = written(here / "other" / "bridge.toml", '[state]\ndatabase = "sqlite:db/x.db"\n')
    place = locate(Options(config="other/bridge.toml"))
    assert place.root == here / "other"
    assert place.state == here / "other" / "db"
    assert place.settings().database == here / "other" / "db" / "x.db"
    assert locate(Options(config=str(other))).state == place.state


def test_a_directory_is_that_server_alone_with_a_state_of_its_own(here: Path) -> None:
    written(
        here / "config" / "bridge.toml",
        '[servers.a]\ndirectory = "a"\n[state]\ndatabase = "sqlite:/elsewhere/x.db"\n'
        '[socket]\nlisten = "127.0.0.1:1"\n',
    )
    (here / "servers" / "survival").mkdir(parents=True)
    place = locate(Options(directory="servers/survival"))
    assert place.state == here / "state" / "survival"
    settings = place.settings()
    assert list(settings.file.servers) == ["main"]
    assert settings.directory(settings.file.servers["main"]) == here / "servers" / "survival"
    assert settings.state_directory == place.state
    assert settings.file.socket.listen == "127.0.0.1:1"


def test_a_directory_needs_no_file(here: Path) -> None:
    (here / "survival").mkdir()
    place = locate(Options(directory="survival"))
    assert place == Place(None, here, here / "survival")
    assert place.settings().state_directory == place.state == here / "state" / "survival"


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_directory_that_is_none_is_wrong_usage(here: Path, name: str) -> None:
    written(here / "file")
    with pytest.raises(UsageError, match=f"{name} is no folder"):
        locate(Options(directory=name))


def test_the_root_of_all_has_no_name_for_a_state(here: Path) -> None:
    del here
    with pytest.raises(UsageError, match="has no name"):
        locate(Options(directory="/"))


def test_two_directories_of_one_name_do_not_share_a_state(here: Path) -> None:
    for folder in ("a/survival", "b/survival"):
        (here / folder).mkdir(parents=True)
    first = locate(Options(directory="a/survival"))
    with first.held(), pytest.raises(RefusedError, match="already"), first.held():
        pass
    assert locate(Options(directory="a/survival")) == first
    with pytest.raises(UsageError, match=r"is the state of .*/a/survival; rename .*/b/survival,"):
        locate(Options(directory="b/survival"))


@pytest.mark.parametrize(
    "name", ["survival ", " \t", "new\nline", "line\n", "服务器", "-rf", "'\""]
)
def test_a_directory_of_any_name_finds_its_own_state_again(here: Path, name: str) -> None:
    (here / name).mkdir()
    for _ in range(2):
        with locate(Options(directory=f"{here}/{name}")).held():
            pass


def test_a_moved_directory_is_told_how_to_take_its_state_along(here: Path) -> None:
    (here / "old" / "my survival").mkdir(parents=True)
    with locate(Options(directory="old/my survival")).held():
        pass
    (here / "old").rename(here / "new")
    with pytest.raises(UsageError, match=r"which is gone; if that was .*/new/my survival") as told:
        locate(Options(directory="new/my survival"))
    command = str(told.value).partition("moved: ")[2].partition(" ;")[0]
    subprocess.run(["/bin/sh", "-c", command], check=True)
    assert locate(Options(directory="new/my survival"))


def test_a_note_that_a_full_disk_cut_off_is_none(here: Path) -> None:
    (here / "survival").mkdir()
    written(here / "state" / "survival" / "directory")
    with locate(Options(directory="survival")).held():
        assert owner(here / "state" / "survival") == here / "survival"


def test_the_demo_and_a_server_called_demo_do_not_share_a_state(here: Path) -> None:
    (here / "demo").mkdir()
    state = here / "state" / "demo"
    with (
        locate(Options(directory="demo")).held(),
        pytest.raises(UsageError, match=r"/demo; rename that"),
    ):
        claim(state, state)
    (state / "directory").unlink()
    claim(state, state)
    with pytest.raises(UsageError, match=r"the state of the demo; rename .*/demo, or"):
        locate(Options(directory="demo"))


def test_a_directory_whose_name_is_no_text_is_wrong_usage(here: Path) -> None:
    name = os.fsdecode(b"caf\xe9")
    (here / name).mkdir()
    with pytest.raises(UsageError, match="no UTF-8"):
        locate(Options(directory=name))


def test_a_directory_that_the_system_cannot_even_look_for_is_wrong_usage(here: Path) -> None:
    del here
    with pytest.raises(UsageError):
        locate(Options(directory="x" * 300))


def test_a_file_that_is_not_there_says_how_to_name_one(here: Path) -> None:
    place = locate(Options(config="missing.toml"))
    assert place.root == here
    for ask in (lambda: place.state, place.settings):
        with pytest.raises(ConfigurationError, match=r"missing\.toml:\?: .*--config"):
            ask()


@pytest.mark.parametrize(
    "text",
    [
        "[servers.main\n",
        "[state]\ndatabase = 5\n",
        "state = 5\n",
        '[state]\ntimezone = "UTC"\n',
        "[servers.main]\nunknown = 1\n",
    ],
)
def test_of_a_file_that_is_wrong_the_state_is_the_default_one(here: Path, text: str) -> None:
    written(here / "bridge.toml", text)
    assert locate(Options(config="bridge.toml")).state == here / "state"


def test_a_file_that_is_no_text_is_told_by_the_settings_alone(here: Path) -> None:
    (here / "bridge.toml").write_bytes(b"\xff")
    place = locate(Options(config="bridge.toml"))
    assert place.state == here / "state"
    with pytest.raises(ConfigurationError, match="UTF-8"):
        place.settings()


@pytest.mark.parametrize(
    "database",
    [
        "sqlite:state/bridge.db",
        "sqlite:bridge.db",
        "sqlite:/var/lib/bridge/bridge.db",
        "sqlite:../beside/bridge.db",
        "sqlite:~/bridge/bridge.db",
    ],
)
def test_the_state_is_where_the_daemon_keeps_it(here: Path, database: str) -> None:
    written(here / "bridge.toml", f'[state]\ndatabase = "{database}"\n')
    place = locate(Options(config="bridge.toml"))
    assert place.state == place.settings().state_directory
