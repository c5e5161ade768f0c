import json
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.decisions import (
    Answer,
    Call,
    Calls,
    Invalid,
    Nothing,
    decide,
    looks_like_a_call,
)

CALL = '{"type":"quests.find","input":{"text":"iron"}}'


def one(capability: str, given: dict[str, object], reason: str = "") -> Calls:
    return Calls(calls=(Call(capability=capability, input=given, reason=reason),))


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        (CALL, one("quests.find", {"text": "iron"})),
        ('{"type":" quests.find "}', one("quests.find", {})),
        ('{"type":"quests.list","input":null}', one("quests.list", {})),
        ('{"type":"a.b","reason":" to\\u0007 look "}', one("a.b", {}, "to look")),
        ('{"type":"a.b","reason":7}', one("a.b", {})),
        (
            '{"calls":[{"type":"a"},{"type":"b","input":{"n":1}}]}',
            Calls(calls=(Call(capability="a"), Call(capability="b", input={"n": 1}))),
        ),
        ('{"type":"none"}', Nothing()),
        ('{"type":"answer","text":"Yes."}', Answer(text="Yes.")),
        ('{"text":"Yes."}', Answer(text="Yes.")),
        ('{"text":"Yes.","sources":[2]}', Answer(text="Yes.", sources=(2,))),
        (
            '{"type":"answer","text":"a\\n\\tb","sources":[1,1,"2",true,null,3]}',
            Answer(text="a\n\tb", sources=(1, 3)),
        ),
        ('{"type":"answer","text":"a","sources":"1"}', Answer(text="a")),
        (
            '{"type":"answer","text":"a\\u0000\\ud800\\u202eb\\u00a0c\\u3000d"}',
            Answer(text="ab\u00a0c\u3000d"),
        ),
        ('{"type":"answer","text":"Use [1] and {x}."}', Answer(text="Use [1] and {x}.")),
    ],
)  # fmt: skip
def test_a_decision_is_read(text: str, decision: object) -> None:
    assert decide(text) == decision


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Iron is below y 64.", "the reply holds no JSON object"),
        ("{}", "the object has no `type`"),
        ('{"type":""}', "the object has no `type`"),
        ('{"type":7,"text":"x"}', "the object has no `type`"),
        ('{"input":{"text":"x"}}', "the object has no `type`"),
        ('{"text":"x","input":{}}', "the object has no `type`"),
        ('{"truncated":true,"text":"x"}', "the object has no `type`"),
        ('"input":{"text":"x"}', "the object has no `type`"),
        ('{"type":"a","input":[1]}', "`input` is not an object"),
        ('{"type":"a","input":"x"}', "`input` is not an object"),
        ('{"calls":[]}', "`calls` is not a list of calls"),
        ('{"calls":{"type":"a"}}', "`calls` is not a list of calls"),
        ('{"calls":["a"]}', "`calls` is not a list of calls"),
        ('{"calls":[{"input":{}}]}', "a call has no capability as its `type`"),
        ('{"calls":[{"type":"answer","text":"x"}]}', "a call has no capability as its `type`"),
        ('{"type":"answer"}', "the answer has no text"),
        ('{"type":"answer","text":""}', "the answer has no text"),
        ('{"type":"answer","text":" \\n "}', "the answer has no text"),
        ('{"type":"answer","text":"\\u0000\\ud800"}', "the answer has no text"),
        ('{"type":"answer","text":["x"]}', "the answer has no text"),
        (
            json.dumps({"type": "answer", "text": CALL}),
            "the answer's text is a call, not an answer",
        ),
        (
            f"{CALL} {CALL.replace('iron', 'gold')}",
            "the reply holds several different JSON objects",
        ),
        (CALL[:-1], "the reply's object is cut off"),
    ],
)  # fmt: skip
def test_what_is_no_decision_says_why(text: str, problem: str) -> None:
    assert decide(text) == Invalid(problem)


def test_an_object_without_a_type_is_an_answer_only_where_only_an_answer_is_allowed() -> None:
    """Before the last round it is rather the input of a tool whose name was forgotten."""
    assert decide('{"text":"iron"}', bare=True) == Answer(text="iron")
    assert decide('{"text":"iron"}', bare=False) == Invalid("the object has no `type`")
    assert decide('{"type":"answer","text":"iron"}', bare=False) == Answer(text="iron")


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"```json\n{CALL}\n```",
        f"I would call {CALL} now.",
        f"{CALL[:-5]}",
        "[1, 2, 3]",
        '{"quests": []}',
        '{"quests": [],}',
        json.dumps(CALL),
        json.dumps(json.dumps(CALL)),
        'Done: {"calls": [{"type": "a"}]}',
        'Done: {"calls": [',
        'It says {"error": {"code": "failed", "message": "no"}} sadly.',
        'step {"step":1,"kind":"tool","name":"a","input":{},"result":{}}',
        '{"type": "answer", "text": "hello"}',
        '{"type": "answer", "text": "hel',
        '{"reason": "x", "type": "quests.list"}',
    ],
)
def test_no_player_is_shown(text: str) -> None:
    assert looks_like_a_call(text)
    assert isinstance(decide(json.dumps({"type": "answer", "text": text})), Invalid)


@pytest.mark.parametrize(
    "text",
    [
        "Dig below y 16.",
        "See [1] and [2].",
        "[Iron] is below.",
        "Use {player} as a name {here}.",
        'Write {"text":"hi","color":"red"} after tellraw.',
        'The recipe: {"type":"minecraft:smelting","ingredient":"x","result":"y"}',
        '"quoted"',
        "{",
        "/give @s stick{display:{Name:'x'}}",
    ],
)
def test_a_player_is_shown(text: str) -> None:
    assert not looks_like_a_call(text)


def test_an_answer_and_a_reason_have_an_end() -> None:
    answer = decide(json.dumps({"type": "answer", "text": "x" * 10_000}))
    assert isinstance(answer, Answer)
    assert len(answer.text) == 8_000
    call = decide(json.dumps({"type": "a", "reason": "x" * 10_000}))
    assert isinstance(call, Calls)
    assert len(call.calls[0].reason) == 300


TEXTS = st.text()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
SHAPED = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["answer", "none", "quests.find", ""]) | VALUES,
        "text": TEXTS | VALUES,
        "input": VALUES,
        "calls": VALUES,
        "reason": VALUES,
        "sources": VALUES,
    },
)


@given(SHAPED, st.booleans())
def test_any_object_is_a_decision_or_says_why_not(value: dict[str, Any], bare: bool) -> None:
    decision = decide(json.dumps(value), bare=bare)
    if isinstance(decision, Answer):
        assert decision.text.strip()
        assert decision.text.encode().decode() == decision.text
        assert isinstance(value["text"], str)


@given(st.text(alphabet=string.printable + "\ud800\u202e宿主") | st.text())
def test_any_text_is_a_decision_or_says_why_not(text: str) -> None:
    assert isinstance(decide(text), Calls | Answer | Nothing | Invalid)
