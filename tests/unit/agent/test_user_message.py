import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.user_message import (
    HISTORY_BYTES,
    HISTORY_MESSAGES,
    OBSERVATION_BYTES,
    UNTRUSTED,
    Observation,
    Question,
    Said,
    compact,
    error,
    kept,
    message,
    observed,
)

QUESTION = Question(task="react", text="Where is iron?", player="Mara", language="en_us")
TOOLS = '[{"name":"quests.find"}]'
TEXTS = st.text(st.characters())
"""Lone surrogates among them."""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def strict(text: str) -> Any:
    """As a provider reads it."""

    def refuse(word: str) -> float:
        raise ValueError(word)

    text.encode()
    return json.loads(text, parse_constant=refuse)


def written(
    question: Question = QUESTION,
    observations: tuple[Observation, ...] = (),
    *,
    final_only: bool = False,
    room: int = 65_536,
) -> str | None:
    return message(
        question,
        tools=TOOLS,
        observations=observations,
        rounds=(2, 3),
        final_only=final_only,
        room=room,
    )


def test_the_message_holds_all_that_the_contract_names() -> None:
    history = (Said(role="player", text="hi"), Said(role="assistant", text="Hello."))
    seen = observed(1, "tool", "quests.find", {"text": "iron"}, {"quests": []})
    text = written(replace(QUESTION, history=history), (seen,))
    assert text is not None
    assert strict(text) == {
        "task": "react",
        "note": UNTRUSTED,
        "question": "Where is iron?",
        "player": {"name": "Mara", "language": "en_us"},
        "history": [
            {"role": "player", "text": "hi"},
            {"role": "assistant", "text": "Hello."},
        ],
        "tools": [{"name": "quests.find"}],
        "observations": [
            {
                "step": 1,
                "kind": "tool",
                "name": "quests.find",
                "input": {"text": "iron"},
                "result": {"quests": []},
            }
        ],
        "plan": None,
        "round": 2,
        "rounds": 3,
        "finalOnly": False,
    }


def test_in_the_last_round_there_are_no_tools_and_all_observations() -> None:
    seen = observed(1, "tool", "quests.find", {}, {"quests": ["a"]})
    text = written(observations=(seen,), final_only=True)
    assert text is not None
    user = strict(text)
    assert (user["finalOnly"], user["tools"], len(user["observations"])) == (True, [], 1)


def test_the_oldest_history_goes_first_then_the_oldest_observations_then_nothing_fits() -> None:
    history = tuple(Said(role="player", text=f"h{number} {'x' * 100}") for number in range(3))
    question = replace(QUESTION, history=history)
    seen = tuple(observed(step, "tool", f"t{step}", {}, "y" * 100) for step in range(3))
    last: str | None = ""
    stages: list[tuple[list[str], list[str]]] = []
    for room in range(2_000, 0, -1):
        last = written(question, seen, room=room)
        if last is None:
            break
        assert len(last.encode()) <= room
        user = strict(last)
        stage = (
            [each["text"][:2] for each in user["history"]],
            [each["name"] for each in user["observations"]],
        )
        if not stages or stages[-1] != stage:
            stages.append(stage)
    tools = ["t0", "t1", "t2"]
    assert stages == [
        (["h0", "h1", "h2"], tools),
        (["h1", "h2"], tools),
        (["h2"], tools),
        ([], tools),
        ([], tools[1:]),
        ([], tools[2:]),
        ([], []),
    ]
    assert last is None


@pytest.mark.parametrize("unit", ["x", '"', "\\", "界", "😀", "\n", "\ud800"])
@pytest.mark.parametrize("over", [0, 1])
def test_a_result_is_cut_at_eight_kibibytes_and_says_so(unit: str, over: int) -> None:
    each = len(compact(unit).encode()) - 2
    count = (OBSERVATION_BYTES - 2) // each
    filling = "x" * (OBSERVATION_BYTES - 2 - count * each)
    seen = strict(observed(1, "tool", "a", {}, unit * count + filling + "x" * over).json)
    if not over:
        assert seen["result"] == ("?" if unit == "\ud800" else unit) * count + filling
        return
    assert seen["result"]["truncated"] is True
    shown = len(compact(seen["result"]).encode())
    assert OBSERVATION_BYTES // 2 - 64 < shown <= OBSERVATION_BYTES


def test_a_large_input_is_not_repeated() -> None:
    seen = strict(observed(1, "tool", "a", {"text": "界" * 1_000}, {}).json)
    assert seen["input"] == {"truncated": True}


def test_of_history_the_newest_twenty_and_sixteen_kibibytes_are_kept() -> None:
    many = [Said(role="player", text=str(number)) for number in range(30)]
    assert list(kept(many)) == many[-HISTORY_MESSAGES:]
    large = [Said(role="player", text="界" * (HISTORY_BYTES // 12)) for _ in range(6)]
    assert len(kept(large)) == 4
    assert kept([Said(role="player", text="x" * HISTORY_BYTES)])
    assert not kept([Said(role="player", text="x" * (HISTORY_BYTES + 1))])
    assert not kept([])


@given(st.lists(TEXTS.map(lambda text: Said(role="player", text=text * 40)), max_size=40))
def test_what_is_kept_is_the_end_of_the_history_within_its_bounds(history: list[Said]) -> None:
    shown = kept(history)
    assert list(shown) == history[len(history) - len(shown) :]
    assert len(shown) <= HISTORY_MESSAGES
    assert sum(len(each.text.encode(errors="replace")) for each in shown) <= HISTORY_BYTES


@given(
    TEXTS,
    st.lists(st.tuples(st.sampled_from(["player", "assistant"]), TEXTS), max_size=25),
    st.lists(st.tuples(TEXTS, st.dictionaries(TEXTS, VALUES, max_size=3), VALUES), max_size=4),
    st.integers(0, 3_000),
    st.booleans(),
)
def test_whatever_was_said_it_is_valid_json_in_valid_utf8_and_fits(
    text: str,
    history: list[tuple[Any, str]],
    seen: list[tuple[str, dict[str, object], object]],
    room: int,
    final_only: bool,
) -> None:
    said = tuple(Said(role=role, text=each) for role, each in history)
    question = Question(task="react", text=text, player=text, language=text, history=said)
    observations = tuple(
        observed(step, "tool", name, given, result)
        for step, (name, given, result) in enumerate(seen, 1)
    )
    user = written(question, observations, final_only=final_only, room=room)
    if user is None:
        return
    assert len(user.encode()) <= room
    assert strict(user)["finalOnly"] is final_only


@given(VALUES)
def test_compact_json_keeps_what_json_and_utf8_have(value: object) -> None:
    read = strict(compact(value))
    if "NaN" not in json.dumps(value) and "Infinity" not in json.dumps(value):
        try:
            compact(value).encode()
            assert json.dumps(value).find("\\ud") >= 0 or read == value
        except UnicodeEncodeError:  # pragma: no cover
            pytest.fail("not UTF-8")


def test_an_error_has_the_contracts_shape() -> None:
    assert error("limit", "no") == {"error": {"code": "limit", "message": "no"}}
