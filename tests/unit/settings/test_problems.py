"""The one line that tells what is wrong."""

from __future__ import annotations

from bridge.settings.problems import MISSING, UNKNOWN, Problem, WrongValueError, first_problem


def told(*problems: Problem) -> str:
    return str(first_problem(WrongValueError(*problems), file="f", line_of=len))


def test_the_key_is_a_path_and_its_line_is_asked_for_by_it() -> None:
    assert told(Problem("is wrong", ("modules", "x", "enabled"))) == (
        "f:3: modules.x.enabled: is wrong"
    )


def test_an_unknown_key_goes_before_what_is_missing_because_of_it() -> None:
    missing = Problem(MISSING, ("modelCalls",))
    unknown = Problem(UNKNOWN, ("modelcalls",))
    assert told(missing, unknown) == (
        "f:1: modelcalls: unknown key; remove it or correct its spelling"
    )
    assert told(missing) == "f:1: modelCalls: is missing; it has no default"


def test_a_path_is_written_from_the_outside() -> None:
    inner = WrongValueError(Problem("is wrong", ("port",)), Problem("is wrong"))
    assert [problem.path for problem in inner.inside("rcon")] == [("rcon", "port"), ("rcon",)]
