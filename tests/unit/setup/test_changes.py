from __future__ import annotations

from pathlib import Path

from bridge.setup.changes import EditProperties, Plan, Step, WriteFile

HERE = Path("/srv")


def test_plans_add_up() -> None:
    step = Step(path=HERE, what="x", changes=())
    assert Plan(steps=(step,)) + Plan(todo=("y",)) == Plan(steps=(step,), todo=("y",))


def test_no_secret_shows() -> None:
    write = WriteFile(path=HERE / "key", content=b"secret")
    edit = EditProperties(path=HERE, directory=HERE, world=HERE, values={"password": "secret"})
    assert "secret=" in repr(edit)
    assert "'secret'" not in f"{write!r}{edit!r}"
    assert "b'secret'" not in repr(write)
