from __future__ import annotations

from pathlib import Path

from bridge.setup.changes import Plan, RemoveFile, Step, WriteFile
from bridge.setup.survey import survey
from bridge.setup.telling import as_json, found, plain, steps
from tests.fakes.server_folders import server


def test_names_move_no_cursor(tmp_path: Path) -> None:
    folder = server(tmp_path / "a\x1b[2Jb")
    assert "\x1b" not in found(survey(folder))
    made = Plan(steps=(Step(path=folder, what="x\ny", changes=()),), todo=())
    assert all(line.isprintable() for line in steps(made))
    assert plain("aé日\r") == "aé日\N{REPLACEMENT CHARACTER}"


def test_as_json_every_change_is_named(tmp_path: Path) -> None:
    there = survey(server(tmp_path))
    changes = (WriteFile(path=Path("/a"), content=b""), RemoveFile(path=Path("/b")))
    made = Plan(steps=(Step(path=Path("/a"), what="x", changes=changes),), todo=("y",))
    told = as_json(there, made, written=True)
    assert told["server"] == {
        "directory": str(tmp_path),
        "flavour": "vanilla",
        "version": "1.21.4",
        "world": str(tmp_path / "world"),
        "hasWorld": True,
        "running": False,
        "quests": False,
        "kubejs": False,
        "mcdreforged": None,
    }
    assert told["steps"] == [
        {
            "path": "/a",
            "what": "x",
            "details": [],
            "after": "",
            "changes": [{"does": "write", "path": "/a"}, {"does": "remove", "path": "/b"}],
        }
    ]
    assert (told["todo"], told["written"]) == (["y"], True)
