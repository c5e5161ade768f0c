"""What a model gave as a tool's input, checked before the tool runs.

A `Shape` is made once a tool; checking costs about a microsecond.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError
from pydantic_core import to_json

from bridge.tools.invalid import InvalidArguments

if TYPE_CHECKING:
    from collections.abc import Mapping

ValueT = TypeVar("ValueT")

_LONGEST_FIELD: Final = 64
_LONGEST: Final = 120
"""Characters of a problem: what the model wrote is repeated to it, but not at any length."""


class NoSchemaError(TypeError):
    """A type that JSON Schema cannot describe, so no model can be told how to fill it."""


class Shape(Generic[ValueT]):
    """A type as a model sees it: its JSON Schema, the check, and the form of its values.

    Anything pydantic knows: a model, a frozen dataclass, a TypedDict.
    """

    def __init__(self, of: type[ValueT]) -> None:
        try:
            self._adapter = TypeAdapter(of)
        except PydanticSchemaGenerationError as error:
            raise NoSchemaError(str(error).splitlines()[0]) from error
        self.of = of

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an input, without titles: they repeat the names and cost tokens.

        Raises NoSchemaError where there is none, or where it is not an object's.
        """
        try:
            schema = self._adapter.json_schema()
        except PydanticInvalidForJsonSchema as error:
            raise NoSchemaError(str(error).splitlines()[0]) from error
        if schema.get("type") != "object":
            problem = f"{self.of.__name__} is not described as a JSON object"
            raise NoSchemaError(problem)
        schema.pop("description", None)
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        return _untitled(schema)

    @functools.cached_property
    def _names(self) -> frozenset[str] | None:
        """The fields; None where others are allowed."""
        schema = self.schema()
        closed = schema.get("additionalProperties") is False
        return frozenset(schema["properties"]) if closed and "properties" in schema else None

    def read(self, given: Mapping[str, object]) -> ValueT | InvalidArguments:
        """The typed input, or the first thing that is wrong with it.

        A field that does not exist is wrong: ignored, it would leave a filter out.
        """
        names = self._names
        if names is not None and not given.keys() <= names:
            unknown = next(name for name in given if name not in names)
            known = ", ".join(sorted(names)) or "none"
            return InvalidArguments(unknown[:_LONGEST_FIELD], f"does not exist; there are: {known}")
        try:
            # By its JSON form: lists are tuples' form there, and words those of enums.
            return self._adapter.validate_json(to_json(_whole(given)), strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            return InvalidArguments(field[:_LONGEST_FIELD], first["msg"][:_LONGEST])
        except (ValueError, RecursionError) as error:
            return InvalidArguments("", str(error)[:_LONGEST])

    def plain(self, value: ValueT) -> Any:
        """`value` as JSON's values."""
        return self._adapter.serializer.to_python(value, mode="json")

    def key(self, value: ValueT) -> str:
        """The same for two inputs that mean the same: defaults filled in, keys in order."""
        return to_json(_in_order(self.plain(value))).decode()


def _whole(value: object) -> object:
    """JSON Schema calls 3.0 an integer, and models write it; the check does not."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            pairs = cast("dict[str, object]", value).items()
            return {key: _whole(each) for key, each in pairs}
        case list():
            return [_whole(each) for each in cast("list[object]", value)]
        case _:
            return value


def _in_order(value: object) -> object:
    match value:
        case dict():
            pairs = cast("dict[str, object]", value)
            return {key: _in_order(pairs[key]) for key in sorted(pairs)}
        case list():
            return [_in_order(each) for each in cast("list[object]", value)]
        case _:
            return value


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _named(value) if key in {"properties", "$defs"} else _inside(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


def _inside(value: object) -> object:
    match value:
        case dict():
            return _untitled(cast("dict[str, Any]", value))
        case list():
            return [_inside(each) for each in cast("list[object]", value)]
        case _:
            return value


def _named(schemas: dict[str, Any]) -> dict[str, Any]:
    """Of a mapping from names to schemas: a name may well be `title`."""
    return {name: _inside(schema) for name, schema in schemas.items()}
