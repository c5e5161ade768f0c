import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.agent.reply_json import DEEPEST, LONGEST, Found, loaded, the_object, tolerated

OBJECT = {"type": "quests.find", "input": {"text": 'iron {ore} "x" ] ,}'}}
TEXT = json.dumps(OBJECT)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"  \n{TEXT}\n",
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}\n```",
        f"Sure! I will look it up.\n{TEXT}\nThat is all.",
        f'<think>maybe {{"type": "none"}}?</think>{TEXT}',
        f"<thinking>\nhm {{\n</thinking>\n```json\n{TEXT}```",
        f'the template opened it: {{"a": 1}} </think> {TEXT}',
        f"a stray {{ brace and {{name}} before {TEXT}",
        f"{TEXT} and again {TEXT}",
        f"[{TEXT}]",
        '{"type": "quests.find", "input": {"text": "iron {ore} \\"x\\" ] ,}",},}',
        f"\ufeff{TEXT}",
    ],
)
def test_one_object_is_found_in(text: str) -> None:
    found = the_object(text)
    assert isinstance(found, Found)
    assert found.fields == OBJECT


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the reply holds no JSON object"),
        ("I do not know.", "the reply holds no JSON object"),
        ("[1, 2]", "the reply holds no JSON object"),
        ('"text"', "the reply holds no JSON object"),
        ("{type: none}", "the reply holds no JSON object"),
        ('{"a": NaN}', "the reply holds no JSON object"),
        ('{"a": -Infinity}', "the reply holds no JSON object"),
        ('{"a": 1e999}', "the reply holds no JSON object"),
        ('{"a": 1 "b": {"text": "x"}}', "the reply holds no JSON object"),
        ('{"a": 1} {"a": 2}', "the reply holds several different JSON objects"),
        (TEXT[:-1], "the reply's object is cut off"),
        (TEXT[:20], "the reply's object is cut off"),
        (f'{{"a": {"[" * 40}{"]" * 40}}}', "the object is nested too deeply"),
        (f'x {{"a": {"[" * 40}{"]" * 40}}}', "the object is nested too deeply"),
        (f'{{"a": {"[" * 30_000}', "the reply's object is cut off"),
        (f'{{"a": {"[" * 30_000}{"]" * 30_000}}}', "the reply holds no JSON object"),
        ('{"a":' * 9_000 + "1" + "}" * 9_000, "the reply holds no JSON object"),
        (f'{{"a": {"9" * 5_000}}}', "the reply holds no JSON object"),
        ("x" * (LONGEST + 1), "the reply is too long"),
    ],
)
def test_no_object_is_found_in(text: str, problem: str) -> None:
    assert the_object(text) == problem


def test_the_input_of_a_call_that_is_cut_off_is_no_object_of_its_own() -> None:
    """Else its `{"text": ...}` would pass for an answer."""
    whole = '{"type":"quests.find","input":{"text":"iron"}}'
    for end in range(1, len(whole)):
        assert isinstance(the_object(whole[:end]), str)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ('{"text": "x"}', True),
        ('```json\n{"text": "x"}\n```', True),
        ('Here you are: {"text": "x"} Have fun!', True),
        ('"type":"quests.find","input":{"text": "x"}}', False),
        ('[{"text": "x"}', False),
        ('{"a" 1} {"text": "x"}', False),
    ],
)
def test_an_object_is_alone_unless_the_rest_of_a_larger_one_is_beside_it(
    text: str, alone: bool
) -> None:
    found = the_object(text)
    assert isinstance(found, Found)
    assert found.alone is alone


def test_levels_are_counted_and_brackets_in_texts_are_not() -> None:
    def nested(levels: int) -> str:
        return '{"a":' * levels + "1" + "}" * levels

    assert isinstance(the_object(nested(DEEPEST - 1)), Found)
    assert the_object(nested(DEEPEST + 1)) == "the object is nested too deeply"
    assert isinstance(the_object(json.dumps({"text": "[" * 100})), Found)


def test_a_line_may_break_inside_a_text() -> None:
    assert loaded('{"text": "a\nb"}') == {"text": "a\nb"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2, ]", [1, 2]),
        ('{"a": [1,], }', {"a": [1]}),
        ('{"a": ",]", }', {"a": ",]"}),
        ('{"a": "\\",}", }', {"a": '",}'}),
        ("[,]", []),
    ],
)
def test_trailing_commas_go_and_texts_stay(text: str, value: object) -> None:
    assert tolerated(text) == value


@given(st.dictionaries(st.text(), JSON, min_size=1), st.booleans())
def test_every_object_is_read_as_it_is(value: dict[str, Any], indented: bool) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=2 if indented else None)
    found = the_object(text)
    assert isinstance(found, Found)
    assert found.fields == value


@given(st.text() | st.text(alphabet='{}[]"\\:,a1 \n<think>/`'))
def test_any_text_is_taken(text: str) -> None:
    assert isinstance(the_object(text), Found | str)


def test_a_reply_made_to_be_slow_is_read_in_the_size_of_its_text() -> None:
    """Followed from each brace on, its 65,536 quotes would be read thousands of times."""
    hostile = "{a" * 300 + '""' * 32_000
    assert isinstance(the_object(hostile[:LONGEST]), str)
