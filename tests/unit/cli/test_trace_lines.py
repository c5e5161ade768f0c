"""Runs in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bridge.agent.traced import TracedRun, TracedStep, Unfinished
from bridge.cli.trace_lines import block, line
from bridge.core.model_calls import Usage
from tests.fakes.traced_events import AFTER, BEFORE, NOON

if TYPE_CHECKING:
    from collections.abc import Sequence

ZONE = ZoneInfo("Europe/Berlin")
CALL = TracedStep(
    step="1",
    kind="model",
    name="react",
    ok=True,
    reason="",
    ms=812.4,
    model="scripted",
    usage=Usage(input_tokens=1000, output_tokens=240),
    cost=0.0031,
    before=BEFORE,
    after=AFTER,
)
REFUSED = replace(
    CALL,
    step="2",
    kind="tool",
    name="quests.find",
    ok=False,
    reason="budget: toolCalls",
    ms=0.0,
    model="",
    usage=None,
    cost=None,
    after=BEFORE,
)
RUN = TracedRun(
    number=1,
    run="aa01",
    server="main",
    player="Mara",
    uuid=None,
    mode="free",
    prompts="",
    started=NOON,
    workflow="system:reasoning",
    ended=NOON + timedelta(seconds=2.5),
    outcome="stopped",
    stop="budget: steps",
    missing=0,
    steps=(CALL, REFUSED),
)


def lines(*runs: TracedRun, budgets: bool = False) -> Sequence[str]:
    return list(block(runs, ZONE, budgets=budgets))


def test_a_line_a_run_in_local_time_and_one_a_step_all_aligned() -> None:
    other = replace(
        RUN, run="b", player="Al", workflow=None, ended=None, outcome=Unfinished.RUNNING, stop=""
    )
    day = "2026-11-30 13:00:00"
    flow = "system:reasoning"
    assert lines(RUN, replace(other, steps=())) == [
        f"{day}  aa01  Mara  {flow}  free  2.50 s  1,240 tokens  $0.0031  stopped: budget: steps",
        "    1  model  react        812 ms  1,240 tokens  $0.0031  ok  scripted",
        "    2  tool   quests.find  0 ms    -             -        budget: toolCalls",
        f"{day}  b     Al    -                 free  -       -             -        running",
    ]


def test_one_run_alone_shows_what_each_step_took_of_its_budgets() -> None:
    assert lines(RUN, budgets=True)[1].endswith(
        "ok  scripted  modelCalls 4>3, steps 14>13, totalTokens 262144>262024, "
        "ttlMillis 60000>59500"
    )


def test_steps_that_are_missing_are_said() -> None:
    assert lines(replace(RUN, missing=3))[-1] == "    3 more could not be recorded"


def test_no_name_acts_on_a_terminal() -> None:
    assert "\x1b" not in "".join(lines(replace(RUN, player="\x1b[2J\u202eMara\n")))
    assert line(("a\x9bb", "c"), (5,)) == "a?b    c"


def test_nothing_is_no_line() -> None:
    assert lines() == []
