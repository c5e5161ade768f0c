from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.budget import Left
from bridge.agent.decisions import Answer, Call, Calls, Decision, Invalid, Nothing
from bridge.agent.policy import SINGLE
from bridge.agent.profile import REACT, Profile
from bridge.agent.react import ToolContext
from bridge.agent.steps import (
    Answered,
    Invoke,
    Next,
    Organise,
    Progress,
    Ready,
    Refused,
    Unusable,
    is_last,
    next_step,
)
from tests.fakes.actions import action

PLENTY = Left(
    model_calls=9, tool_calls=9, steps=9, write_steps=9, total_tokens=10**6, seconds=100.0
)
TOOLS = ToolContext([action("quests.find"), action("quests.list"), action("items.find")])


def calls(*names: str, **given: object) -> Calls:
    return Calls(calls=tuple(Call(capability=name, input=given) for name in names))


def step(
    decision: Decision,
    *,
    final_only: bool = False,
    progress: Progress | None = None,
    rules: Profile = REACT,
) -> Next:
    return next_step(
        decision,
        final_only=final_only,
        tools=TOOLS,
        progress=progress or Progress(),
        rules=rules,
    )


@pytest.mark.parametrize(
    ("progress", "left", "last"),
    [
        (Progress(round=1), PLENTY, False),
        (Progress(round=2), PLENTY, False),
        (Progress(round=3), PLENTY, True),
        (Progress(round=1, organising=True), PLENTY, True),
        (Progress(round=1), replace(PLENTY, model_calls=2), False),
        (Progress(round=1), replace(PLENTY, model_calls=1), True),
        (Progress(round=1), replace(PLENTY, steps=3), False),
        (Progress(round=1), replace(PLENTY, steps=2), True),
        (Progress(round=2), replace(PLENTY, seconds=SINGLE.model_timeout + 0.1), False),
        (Progress(round=2), replace(PLENTY, seconds=SINGLE.model_timeout), True),
        (Progress(round=1), replace(PLENTY, seconds=SINGLE.model_timeout), False),
    ],
)
def test_a_round_only_answers_where_no_further_one_is_sure(
    progress: Progress, left: Left, last: bool
) -> None:
    assert is_last(progress, 3, left, SINGLE) is last


@pytest.mark.parametrize("final_only", [False, True])
def test_an_answer_ends_the_loop_in_any_round(final_only: bool) -> None:
    answer = Answer(text="x")
    assert step(answer, final_only=final_only) == Answered(answer)


@pytest.mark.parametrize("final_only", [False, True])
@pytest.mark.parametrize("decision", [Invalid("why"), Nothing()])
def test_what_is_no_decision_of_a_loop_uses_the_round_up(
    decision: Decision, final_only: bool
) -> None:
    assert isinstance(step(decision, final_only=final_only), Unusable)


def test_the_last_round_runs_nothing() -> None:
    assert step(calls("quests.find"), final_only=True) == Unusable("this round may only answer")


def test_a_known_call_is_run_with_its_typed_input() -> None:
    found = step(calls("quests.find", text="  iron   ore "))
    assert isinstance(found, Invoke)
    (ready,) = found.runs
    assert isinstance(ready, Ready)
    assert (ready.tool.name, ready.input) == ("quests.find", {"text": "iron ore"})
    assert "iron" not in repr(ready)


def test_an_unknown_name_and_a_wrong_input_are_refused_and_observed() -> None:
    found = step(calls("quests.fund"))
    assert found == Invoke((Refused("quests.fund", {}, "unknown_capability", mentioned(found)),))
    assert "quests.find" in mentioned(found)
    found = step(calls("quests.find", text=7))
    assert found == Invoke(
        (Refused("quests.find", {"text": 7}, "invalid_input", "text: must be a text"),)
    )


def mentioned(found: Next) -> str:
    assert isinstance(found, Invoke)
    assert isinstance(found.runs[0], Refused)
    return found.runs[0].message


def test_a_call_that_ran_is_not_run_again_but_organised() -> None:
    first = step(calls("quests.find", text="Iron"))
    assert isinstance(first, Invoke)
    assert isinstance(first.runs[0], Ready)
    progress = Progress(runs={first.runs[0].key: 1})
    assert isinstance(step(calls("quests.find", text=" iron "), progress=progress), Organise)
    assert isinstance(step(calls("quests.find", text="gold"), progress=progress), Invoke)
    again = replace(REACT, repeats=2)
    assert isinstance(
        step(calls("quests.find", text="iron"), progress=progress, rules=again), Invoke
    )


@pytest.mark.parametrize(("allowed", "run"), [(1, False), (2, True), (3, True)])
def test_how_many_calls_a_decision_may_hold_is_the_profiles(allowed: int, run: bool) -> None:
    found = step(calls("quests.find", "items.find"), rules=replace(REACT, calls=allowed))
    assert isinstance(found, Invoke) is run
    assert isinstance(found, Unusable) is not run


DECISIONS = st.one_of(
    st.builds(Answer, text=st.text(min_size=1)),
    st.builds(Invalid, st.text()),
    st.just(Nothing()),
    st.lists(
        st.builds(
            Call,
            capability=st.sampled_from(["quests.find", "no.no"]) | st.text(min_size=1),
            input=st.dictionaries(st.sampled_from(["text", "x"]), st.integers() | st.text()),
        ),
        min_size=1,
        max_size=3,
    ).map(lambda some: Calls(calls=tuple(some))),
)


@given(DECISIONS, st.booleans(), st.integers(1, 3))
def test_every_decision_leads_somewhere_and_never_past_the_rules(
    decision: Decision, final_only: bool, allowed: int
) -> None:
    found = step(decision, final_only=final_only, rules=replace(REACT, calls=allowed))
    assert isinstance(found, Invoke | Organise | Answered | Unusable)
    assert isinstance(found, Answered) is isinstance(decision, Answer)
    if isinstance(found, Invoke):
        assert not final_only
        assert len(found.runs) <= allowed
