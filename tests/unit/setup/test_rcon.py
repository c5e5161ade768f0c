from __future__ import annotations

from pathlib import Path

import pytest

from bridge.minecraft.world import ServerProperties
from bridge.setup.rcon import planned, random_password, wanted

FILE = Path("/srv/server.properties")


def test_a_password_is_long_and_needs_no_escape() -> None:
    password = random_password()
    assert len(password) == 32
    assert password.replace("-", "").replace("_", "").isalnum()
    assert random_password() != password


@pytest.mark.parametrize(
    ("there", "own", "values"),
    [
        (
            ServerProperties(),
            False,
            {"enable-rcon": "true", "rcon.password": "new", "broadcast-rcon-to-ops": "false"},
        ),
        (
            ServerProperties(rcon_password="mine", broadcast_rcon_to_ops=False),
            False,
            {"enable-rcon": "true"},
        ),
        (
            ServerProperties(enable_rcon=True, rcon_password="mine", broadcast_rcon_to_ops=False),
            False,
            {},
        ),
        (ServerProperties(), True, {"broadcast-rcon-to-ops": "false"}),
    ],
)
def test_only_what_is_missing_is_changed(
    there: ServerProperties, own: bool, values: dict[str, str]
) -> None:
    assert wanted(there, password="new", own_password=own) == values


def test_beside_a_running_server_it_is_only_told_and_the_password_never() -> None:
    values = {"enable-rcon": "true", "rcon.password": "hunter2"}
    plan = planned(FILE, FILE.parent, FILE.parent / "world", values, busy="process 7 has it")
    assert plan.steps == ()
    (todo,) = plan.todo
    assert "stop the server" in todo
    assert "process 7" in todo
    stopped = planned(FILE, FILE.parent, FILE.parent / "world", values, busy="")
    assert stopped.todo == ()
    (step,) = stopped.steps
    assert step.details[-1] == "its owner alone may read it from then on (mode 600)"
    (quiet,) = planned(FILE, FILE.parent, FILE.parent / "world", {"a": "b"}, busy="").steps
    assert quiet.details == ("a=b",)
    assert "hunter2" not in f"{plan}{stopped}"
    assert planned(FILE, FILE.parent, FILE.parent / "world", {}, busy="x") == type(plan)()
