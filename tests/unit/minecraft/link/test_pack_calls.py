from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.commands import system_ai
from bridge.core.events import Feedback
from bridge.core.modes import Mode
from bridge.files.shipped import shipped
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.link.pack_calls import (
    BUTTONS,
    FORGET,
    REARM,
    TAKEN,
    Ordered,
    Pressed,
    Queued,
    StoredOrder,
    press_value,
    read_call,
    read_queue,
)

if TYPE_CHECKING:
    from pathlib import Path

MARA = UUID("12345678-9abc-def0-8000-000000000001")
MARA_INTS = "[I; 305419896, -1698898192, -2147483648, 1]"
FUNCTIONS = shipped("datapack") / "data" / "system" / "function"


def said(text: str) -> object:
    """What a whole line of the log says of our pack."""
    event = parse(f"[12:00:00] [Server thread/INFO]: {text}")
    return read_call(event) if isinstance(event, Feedback) else None


@pytest.mark.parametrize(
    "text",
    [
        "[Mara: Running function system:ai/default_free]",
        "[Mara: Executed 1 command(s) from function 'system:ai/default_free']",
        "[Mara: Executed 1 commands from function system:ai/default_free]",
        "System chat: [Mara: Running function system:ai/default_free]",
    ],
)
def test_a_function_is_an_order_in_every_version(text: str) -> None:
    assert said(text) == Ordered("system ai default free")


@pytest.mark.parametrize(
    "text",
    [
        "<Mara> [Mara: Running function system:ai/default_free]",
        "[Mara] [Teo: Running function system:ai/default_free]",
        "* Mara [Teo: Running function system:ai/default_free]",
        "Running function system:ai/default_free",
        "[Mara: Running function system:ai/default_free] x",
        "[Mara: Running function other:ai/default_free]",
        "[Mara: Running function system:ai/default_god]",
        "[Mara: Running function system:internal/taken]",
        "<Mara> Triggered [sysai] (set value to 1337001)",
        "[Mara: Triggered [other] (set value to 1337001)]",
        "[Mara: Triggered [sysai] (added 1337001 to value)]",
        "[Mara: Triggered [sysai] (set value to 100)]",
        "[Mara: Triggered [sysai] (set value to 99999999)]",
        "[Mara: Triggered [sysai] (set value to -5)]",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert said(text) is None


def test_every_function_that_is_shipped_is_known() -> None:
    names = {file.stem for file in (FUNCTIONS / "ai").glob("*.mcfunction")}
    calls = {name: said(f"[Mara: Running function system:ai/{name}]") for name in names}
    assert None not in calls.values()
    assert {name for name, call in calls.items() if isinstance(call, Ordered)} == {
        "default",
        *(f"default_{mode}" for mode in Mode),
    }


def test_every_function_that_the_daemon_runs_is_shipped() -> None:
    for command in (TAKEN, FORGET, REARM):
        name = command.removeprefix("function system:internal/")
        assert (FUNCTIONS / "internal" / f"{name}.mcfunction").is_file()


@given(st.from_regex("[0-9a-z]{3}", fullmatch=True), st.integers(1, BUTTONS))
def test_a_trigger_names_a_card_and_a_button(card: str, number: int) -> None:
    value = press_value(card, number)
    assert value is not None
    assert value < 1 << 31
    line = f"[Mara: Triggered [sysai] (set value to {value})]"
    assert said(line) == Pressed(card=card, number=number)


@pytest.mark.parametrize(("card", "number"), [("ABC", 1), ("ab", 1), ("abc", 0), ("abc", 100)])
def test_what_no_trigger_can_name(card: str, number: int) -> None:
    assert press_value(card, number) is None


def stored(entries: str) -> str:
    return f"Storage system:ai has the following contents: [{entries}]"


def entry(order: str, more: str = f", by: {MARA_INTS}") -> str:
    return f'{{order: "{order}", player: "Teo"{more}}}'


def test_orders_with_arguments_are_read_from_the_storage() -> None:
    assert isinstance(said("[Mara: Running function system:ai/limit]"), Queued)
    reply = stored(
        ", ".join((entry("limit", f', count: "5", by: {MARA_INTS}'), entry("reset", "")))
    )
    assert read_queue(reply) == (
        StoredOrder(text="system ai Teo limit 5", by=MARA),
        StoredOrder(text="system ai Teo reset", by=None),
    )


ARGUMENTS = sorted((FUNCTIONS / "ai").glob("*.mcfunction"))


@pytest.mark.parametrize("file", ARGUMENTS, ids=[file.stem for file in ARGUMENTS])
def test_what_each_function_stores_is_an_order_that_the_daemon_knows(file: Path) -> None:
    text = file.read_text()
    if "append value " not in text:
        return
    value = text.split("append value ")[1].splitlines()[0]
    (order,) = read_queue(stored(value.replace("$(player)", "Teo").replace("$(count)", "5")))
    assert order is not None
    assert not isinstance(system_ai.parse(order.text), system_ai.Malformed)


@pytest.mark.parametrize(
    "text",
    [
        entry("stop"),
        entry("limit"),
        entry("limit", ', count: "-1"'),
        entry("limit", ', count: "5 x"'),
        '{order: "reset", player: "Teo enable"}',
        '{order: "reset", player: "@a"}',
        '{order: "reset"}',
        "5",
        '"reset"',
    ],
)
def test_what_is_no_order_is_counted_and_not_done(text: str) -> None:
    assert read_queue(stored(f"{text}, {entry('reset')}"))[0] is None
    assert len(read_queue(stored(f"{text}, {entry('reset')}"))) == 2


@pytest.mark.parametrize("by", ["[I; 1, 2, 3]", "5", '["a", "b", "c", "d"]'])
def test_a_wrong_uuid_is_nobodys(by: str) -> None:
    (order,) = read_queue(stored(entry("reset", f", by: {by}")))
    assert order == StoredOrder(text="system ai Teo reset", by=None)


@given(st.text())
def test_any_reply_is_orders_or_none(reply: str) -> None:
    assert isinstance(read_queue(reply), tuple)


@pytest.mark.parametrize("reply", ["", "Found no elements matching queue", ": [", ": {}"])
def test_no_queue_is_an_empty_one(reply: str) -> None:
    assert read_queue(reply) == ()
