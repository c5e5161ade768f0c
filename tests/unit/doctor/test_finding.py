from __future__ import annotations

import pytest

from bridge.doctor.finding import (
    Finding,
    as_json,
    as_lines,
    broken,
    is_broken,
    of_server,
    ok,
    warning,
)

ALL = (ok("a", "fine"), warning("b", "so so", "look"), broken("c", "down", "do"))


@pytest.mark.parametrize(
    ("findings", "bad"), [((), False), (ALL[:1], False), (ALL[:2], False), (ALL, True)]
)
def test_only_what_is_broken_counts(findings: tuple[Finding, ...], bad: bool) -> None:
    assert is_broken(findings) is bad
    assert as_json(findings, daemon=True)["ok"] is not bad


def test_each_has_a_line_and_what_to_do_below_it() -> None:
    lines = list(as_lines(ALL))
    assert [line.split() for line in lines] == [
        ["ok", "a", "fine"],
        ["warning", "b", "so", "so"],
        ["->", "look"],
        ["broken", "c", "down"],
        ["->", "do"],
        ["1", "ok,", "1", "to", "look", "at,", "1", "broken"],
    ]


def test_servers_are_named_where_there_are_several() -> None:
    (one, *_) = as_lines(list(of_server("x", ALL)))
    assert "x/a" not in one
    both = [*of_server("x", ALL), *of_server("y", ALL)]
    assert any("x/a" in line for line in as_lines(both))
    checks = as_json([*both, ok("z", "w")], daemon=False)["checks"]
    assert isinstance(checks, list)
    assert checks[0] == {"server": "x", "link": "a", "state": "ok", "text": "fine", "todo": ""}
    assert checks[-1]["server"] is None


def test_what_others_wrote_makes_no_line_of_its_own() -> None:
    lines = list(
        as_lines(
            [
                ok(
                    "a",
                    "x\nbroken y\x1b[2J",
                ),
                warning("b", "", "c\nd"),
            ]
        )
    )
    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)
