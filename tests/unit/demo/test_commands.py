from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.demo.conftest import Table

UNKNOWN = "Unknown or incomplete command, see below for error"


@pytest.mark.parametrize(
    "text", ["system ai default", "nope", "listx", "LIST", " list", "", "//list"]
)
def test_rcon_gets_the_two_messages_of_an_unknown_command_joined(table: Table, text: str) -> None:
    before = list(table.log)
    assert table.rcon(text) == f"{UNKNOWN}{text.removeprefix('/')}<--[HERE]"
    assert table.log == before


def test_the_console_echo_is_two_lines_of_the_log(table: Table) -> None:
    assert table.console("system ai default standard") == [
        UNKNOWN,
        "system ai default standard<--[HERE]",
    ]


def test_the_console_echo_of_26_3(make_table: Callable[..., Table]) -> None:
    assert make_table("26.3").console("system ai default") == [
        "System chat: Unknown or incomplete command. See below for error",
        "System chat: system ai default<--[HERE]",
    ]


def test_one_leading_slash_may_stand_before_a_command(table: Table) -> None:
    assert table.rcon("/list") == table.rcon("list")


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("tellraw", "tellraw<--[HERE]"),
        ("tellraw Mara", "...llraw Mara<--[HERE]"),
        ("scoreboard players", "...rd players<--[HERE]"),
    ],
)
def test_an_unfinished_command_is_an_incomplete_one(table: Table, text: str, echo: str) -> None:
    assert table.rcon(text) == UNKNOWN + echo


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("list foo", "list foo<--[HERE]"),
        ("stop now", "stop now<--[HERE]"),
        ("list ", "list <--[HERE]"),
    ],
)
def test_a_wrong_argument_is_shown_with_its_place(table: Table, text: str, echo: str) -> None:
    assert table.rcon(text) == f"Incorrect argument for command{echo}"


@pytest.mark.parametrize(
    "command",
    ["tellraw Teo {}", "title", "say hi", "op Teo", "deop Mara", "reload", "save-all", "stop"],
)
def test_a_command_above_one_s_level_does_not_exist(table: Table, command: str) -> None:
    assert table.by("Teo", command) == [UNKNOWN, f"{command}<--[HERE]"]
    assert table.stops == []


def test_a_player_s_failing_command_is_answered_to_the_player_alone(table: Table) -> None:
    before = list(table.log)
    table.by("Mara", "system ai default")
    assert table.log == before


@given(st.text(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_text_is_answered_or_done(table: Table, text: str) -> None:
    assert isinstance(table.rcon(text), str)


@given(
    st.sampled_from(
        ["tellraw Mara ", "title Teo actionbar ", "data get entity ", "scoreboard players "]
    ),
    st.text(st.sampled_from(' "{}[]:,\\@aeMra=0x1.-'), max_size=30),
    st.sampled_from(["1.21.4", "26.3"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_argument_is_answered_or_done(
    make_table: Callable[..., Table], command: str, rest: str, version: str
) -> None:
    table = make_table(version)
    assert isinstance(table.rcon(command + rest), str)
