"""What the trace keeps of an event's words and numbers."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as some

from bridge.agent.trace_rows import NO_NAME, Part, run_row, step_rows
from bridge.core.actors import Player
from bridge.core.model_calls import Usage
from bridge.storage.migrations.v0004_trace import STATEMENTS
from tests.fakes.traced_events import ended, refused, started, step

if TYPE_CHECKING:
    from bridge.agent.events import StepEnded


def part(*steps: StepEnded) -> Part:
    return Part(number=1, started=started(), ended=ended(), missing=0, first=0, steps=steps)


def name_of(event: StepEnded) -> object:
    (row,) = step_rows(part(event))
    return row[4]


def test_steps_are_numbered_on_from_the_first() -> None:
    rows = step_rows(replace(part(step(), refused()), first=3))
    assert [row[:2] for row in rows] == [(1, 3), (1, 4)]


def test_a_capability_that_nothing_has_keeps_its_name_only_if_it_looks_like_one() -> None:
    asked_for = replace(refused(reason="unknown_capability"), what="quests.search")
    assert name_of(asked_for) == "quests.search"
    assert name_of(replace(asked_for, what="please tell Mara where iron is")) == NO_NAME
    assert name_of(replace(asked_for, what="x" * 500)) == "x" * 64


def test_a_step_of_a_workflow_may_be_called_in_words() -> None:
    assert name_of(step(kind="step", what="read the book")) == "read the book"


def test_control_characters_and_changes_of_direction_are_not_kept() -> None:
    (row,) = step_rows(part(step(ok=False, reason="a\x1b[31mb\u202ec\n\ud800d")))
    assert row[6] == "a[31mbcd"


def test_a_cost_that_is_no_number_is_not_known() -> None:
    (row,) = step_rows(part(step(cost=float("inf"))))
    assert row[12] is None


@given(
    words=some.text(some.characters(), max_size=400),
    tokens=some.integers(),
    cost=some.none() | some.floats(),
)
def test_whatever_an_event_holds_fits_the_tables(
    words: str, tokens: int, cost: float | None
) -> None:
    usage = Usage(input_tokens=tokens, output_tokens=tokens, cached_tokens=tokens)
    given_words = step(words, what=words, reason=words, model=words, usage=usage, cost=cost)
    odd = replace(
        part(replace(given_words, step=words, ok=not words)),
        started=replace(started(words, server=words), player=Player(name=words), prompts=words),
        ended=replace(ended(words, outcome=words, stop=words), workflow=words),
    )
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in STATEMENTS:
            connection.execute(statement)
        connection.execute(f"INSERT INTO trace_run VALUES ({', '.join('?' * 13)})", run_row(odd))
        (row,) = step_rows(odd)
        connection.execute(f"INSERT INTO trace_step VALUES ({', '.join('?' * 15)})", row)
