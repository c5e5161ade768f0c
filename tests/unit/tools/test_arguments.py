import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from bridge.tools.arguments import InvalidArguments, NoSchemaError, Shape


class Order(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True)
class Filter:
    tag: str = ""
    title: str = ""


@dataclass(frozen=True)
class Find:
    """Not for the model."""

    text: Annotated[str, Field(min_length=1, max_length=10, description="words")]
    page: int = 1
    share: float = 0.5
    order: Order = Order.UP
    tags: tuple[str, ...] = ()
    filter: Filter = field(default_factory=Filter)


class Model(BaseModel):
    title: str


class Typed(TypedDict):
    title: str


SHAPE = Shape(Find)


def test_the_schema_is_an_objects_with_descriptions_and_without_titles() -> None:
    schema = SHAPE.schema()
    assert (schema["type"], schema["required"]) == ("object", ["text"])
    assert schema["additionalProperties"] is False
    assert "description" not in schema
    text = {"type": "string", "description": "words", "minLength": 1, "maxLength": 10}
    assert schema["properties"]["text"] == text
    assert schema["properties"]["page"] == {"default": 1, "type": "integer"}
    assert "title" in schema["$defs"]["Filter"]["properties"]
    assert "Not for the model" not in json.dumps(schema)


@pytest.mark.parametrize("of", [Model, Typed])
def test_a_field_may_be_called_title(of: type[Any]) -> None:
    shape: Shape[Any] = Shape(of)
    assert shape.schema()["properties"] == {"title": {"type": "string"}}
    assert not isinstance(shape.read({"title": "x"}), InvalidArguments)


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({}, "text", "Field required"),
        ({"text": 7}, "text", "Input should be a valid string"),
        ({"text": ""}, "text", "String should have at least 1 character"),
        ({"text": "x" * 11}, "text", "String should have at most 10 characters"),
        ({"text": "x", "page": "2"}, "page", "Input should be a valid integer"),
        ({"text": "x", "page": 2.5}, "page", "Input should be a valid integer"),
        ({"text": "x", "page": True}, "page", "Input should be a valid integer"),
        ({"text": "x", "page": None}, "page", "Input should be a valid integer"),
        ({"text": "x", "order": "left"}, "order", "Input should be 'up' or 'down'"),
        ({"text": "x", "tags": "a"}, "tags", "Input should be a valid array"),
        ({"text": "x", "tags": ["a", 1]}, "tags.1", "Input should be a valid string"),
        ({"text": "x", "filter": {"tag": 1}}, "filter.tag", "Input should be a valid string"),
        ({"text": "x", "txet": 1}, "txet", "does not exist; there are: "),
        ({"x" * 500: 1}, "x" * 64, "does not exist; there are: "),
    ],
)
def test_a_wrong_input_is_refused_with_the_field_named(
    given: dict[str, object], field: str, problem: str
) -> None:
    refused = SHAPE.read(given)
    assert isinstance(refused, InvalidArguments)
    assert refused.field == field
    assert refused.problem.startswith(problem)
    assert str(refused) == f"{field}: {refused.problem}"
    assert len(str(refused)) < 200


def test_an_unknown_field_is_told_what_there_is() -> None:
    assert SHAPE.read({"txet": 1}) == InvalidArguments(
        "txet", "does not exist; there are: filter, order, page, share, tags, text"
    )

    @dataclass
    class Empty:
        pass

    assert Shape(Empty).read({"a": 1}) == InvalidArguments("a", "does not exist; there are: none")
    assert Shape(Empty).read({}) == Empty()


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"text": "x"}, Find("x")),
        ({"text": "x", "page": 3.0}, Find("x", page=3)),
        ({"text": "x", "share": 1}, Find("x", share=1.0)),
        ({"text": "x", "order": "down"}, Find("x", order=Order.DOWN)),
        ({"text": "x", "tags": ["a"]}, Find("x", tags=("a",))),
        ({"text": "x", "filter": {"tag": "a"}}, Find("x", filter=Filter(tag="a"))),
    ],
)
def test_an_input_is_read_as_json_means_it(given: dict[str, object], read: Find) -> None:
    assert SHAPE.read(given) == read


@pytest.mark.parametrize(
    "same",
    [
        {"page": 1, "text": "x"},
        {"text": "x", "page": 1.0},
        {"text": "x", "share": 0.5},
        {"text": "x", "order": "up", "tags": [], "filter": {}},
        {"filter": {"title": "", "tag": ""}, "text": "x"},
    ],
)
def test_inputs_that_mean_the_same_have_the_same_key(same: dict[str, object]) -> None:
    """agent-loops.md, section 4: key order, default values, number forms."""
    assert key(same) == key({"text": "x"})
    assert key({"text": "y"}) != key(same)


def key(given: dict[str, object]) -> str:
    read = SHAPE.read(given)
    assert isinstance(read, Find)
    return SHAPE.key(read)


def test_a_value_is_told_as_jsons_values() -> None:
    assert SHAPE.plain(Find("x", tags=("a",))) == {
        "text": "x",
        "page": 1,
        "share": 0.5,
        "order": "up",
        "tags": ["a"],
        "filter": {"tag": "", "title": ""},
    }


class Opaque:
    """Pydantic does not know it."""


@pytest.mark.parametrize("of", [int, list[int], Opaque])
def test_what_a_model_cannot_be_told_how_to_fill_is_refused(of: Any) -> None:
    with pytest.raises(NoSchemaError):
        Shape(of).schema()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(["text", "page", "share", "order", "tags", "filter"])


@given(st.dictionaries(NAMES | st.text(st.characters()), VALUES))
def test_whatever_a_model_gives_is_read_or_refused(given: dict[str, object]) -> None:
    read = SHAPE.read(given)
    assert isinstance(read, Find | InvalidArguments)
    if isinstance(read, Find):
        json.loads(SHAPE.key(read))


def test_what_is_nested_without_end_is_refused() -> None:
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]
    assert isinstance(SHAPE.read({"text": deep}), InvalidArguments)
    while isinstance(deep, list):
        (deep,) = deep
