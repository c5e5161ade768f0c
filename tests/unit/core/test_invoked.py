"""A command that is told can be typed as it stands."""

from __future__ import annotations

import shlex

import pytest

from bridge.core.invoked import ANY_DIRECTORY, DIRECTORY, SCRIPT, typed

ODD = ("/srv/my server", "/srv/it's", "/srv/服务器", '/srv/"x"', "/srv/$(reboot)", "/srv/a;b", "-x")


@pytest.fixture(autouse=True)
def _by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SCRIPT, raising=False)
    monkeypatch.delenv(DIRECTORY, raising=False)


def test_by_its_own_name() -> None:
    assert typed("run") == "system-bridge run"
    assert typed("init", directory=ANY_DIRECTORY) == "system-bridge init SERVER_DIRECTORY"


def test_by_the_path_under_which_it_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/system-bridge", "status"])
    assert typed("run") == ".venv/bin/system-bridge run"
    monkeypatch.setattr("sys.argv", ["/usr/lib/bridge/__main__.py", "status"])
    assert typed("run") == "system-bridge run"


@pytest.mark.parametrize("directory", ODD)
def test_a_directory_is_one_word_for_the_shell(
    directory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = typed("init", directory=directory)
    assert shlex.split(told) == ["system-bridge", "init", directory]
    monkeypatch.setenv(SCRIPT, "./my bridge/scripts/run")
    monkeypatch.setenv(DIRECTORY, directory)
    for told in (typed("doctor", directory=directory), typed("doctor")):
        assert shlex.split(told) == ["./my bridge/scripts/run", directory, "doctor"]


def test_by_the_script_without_a_directory_one_is_to_be_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SCRIPT, "./scripts/run")
    assert typed("status") == "./scripts/run SERVER_DIRECTORY status"
