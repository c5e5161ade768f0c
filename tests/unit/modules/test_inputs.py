import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.modules.inputs import LONGEST, TextInput, TextInputs
from bridge.tools.arguments import InvalidArguments

INPUTS = TextInputs({"quest": TextInput("its title", required=True), "page": TextInput("which")})


def test_the_schema_names_and_describes_the_texts() -> None:
    assert INPUTS.schema() == {
        "type": "object",
        "properties": {
            "quest": {"type": "string", "description": "its title"},
            "page": {"type": "string", "description": "which"},
        },
        "required": ["quest"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"quest": "iron"}, {"quest": "iron"}),
        ({"quest": "  Iron \n  age "}, {"quest": "Iron age"}),
        ({"quest": "iron", "page": " "}, {"quest": "iron"}),
        ({"quest": "x" * LONGEST}, {"quest": "x" * LONGEST}),
        ({}, InvalidArguments("quest", "is required")),
        ({"quest": "  "}, InvalidArguments("quest", "is required")),
        ({"quest": 1}, InvalidArguments("quest", "must be a text")),
        ({"quest": None}, InvalidArguments("quest", "must be a text")),
        (
            {"quest": "x" * (LONGEST + 1)},
            InvalidArguments("quest", f"is longer than {LONGEST} characters"),
        ),
        (
            {"quest": "a", "titel": "b"},
            InvalidArguments("titel", "is not an input; there are: quest, page"),
        ),
    ],
)
def test_texts_are_read_or_the_field_that_is_wrong_is_named(
    given: dict[str, object], read: object
) -> None:
    assert INPUTS.read(given) == read


def test_without_any_input_there_is_none_to_give() -> None:
    assert TextInputs().read({}) == {}
    assert TextInputs().read({"a": "b"}) == InvalidArguments(
        "a", "is not an input; there are: none"
    )


def test_texts_that_mean_the_same_have_the_same_key() -> None:
    assert INPUTS.key({"quest": "Iron", "page": "2"}) == INPUTS.key({"page": "2", "quest": "iron"})
    assert INPUTS.key({"quest": "iron"}) != INPUTS.key({"quest": "gold"})


@given(
    st.dictionaries(
        st.sampled_from(["quest", "page"]) | st.text(), st.text(st.characters()) | st.integers()
    )
)
def test_whatever_a_model_gives_is_read_or_refused(given: dict[str, object]) -> None:
    read = INPUTS.read(given)
    if not isinstance(read, InvalidArguments):
        assert json.loads(INPUTS.key(read)).keys() == read.keys()
