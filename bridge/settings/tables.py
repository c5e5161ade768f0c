"""How the schema of a file is written down: a frozen value whose fields say what they take.

    @schema
    class RconTable(Table):
        host: str | None = key(text, default=None)
        port: int = key(whole(1, 65535))

A field without a default is required; unknown keys are errors. Pydantic does this as well; to
import it and to build its validators took a third of the half second that a command has.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, dataclass_transform, overload

from bridge.settings import kinds
from bridge.settings.problems import MISSING, UNKNOWN, Problem, WrongValueError

if TYPE_CHECKING:
    from dataclasses import Field

    from bridge.settings.kinds import Kind

T = TypeVar("T")
_KIND: Final = "kind"
_REQUIRED: Final = "required"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Any table of a file. Code may make one without checks; a file's comes from `table_of`."""

    camel: ClassVar[bool] = False
    """Whether the keys are written in camelCase."""
    more: ClassVar[bool] = False
    """Whether keys that are not ours may stand beside them."""

    written: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The fields whose keys the file has."""


TableT = TypeVar("TableT", bound=Table)


@overload
def key(kind: Kind[T], *, shown: bool = True) -> T: ...
@overload
def key(kind: Kind[T], *, default: T, shown: bool = True) -> T: ...
def key(kind: Kind[Any], *, shown: bool = True, **given: Any) -> Any:
    """A key of the file, what it takes and its default; `shown`: whether it is in the `repr`."""
    metadata = {_KIND: kind, _REQUIRED: not given}
    if not given:
        return field(metadata=metadata, repr=shown)
    # A factory, because dataclasses refuse an empty dict as a default, as if we changed it.
    return field(metadata=metadata, repr=shown, default_factory=lambda: given["default"])


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key,))
def schema(table: type[TableT]) -> type[TableT]:
    """Make a class of fields a table's."""
    return dataclass(frozen=True, slots=True, kw_only=True)(table)


def table_of(table: type[TableT]) -> Kind[TableT]:
    """The kind of a key that holds such a table."""
    keys = {_name(table, each): each for each in fields(table) if _KIND in each.metadata}

    def read(value: object) -> TableT:
        values = kinds.table(value)
        problems = [
            Problem(UNKNOWN, (name,)) for name in values if name not in keys and not table.more
        ]
        found: dict[str, Any] = {}
        for name, each in keys.items():
            try:
                if name in values:
                    found[each.name] = each.metadata[_KIND](values[name])
                elif each.metadata[_REQUIRED]:
                    problems.append(Problem(MISSING, (name,)))
            except WrongValueError as error:
                problems += error.inside(name)
        if problems:
            raise WrongValueError(*problems)
        return table(written=frozenset(found), **found)

    return read


def camel_case(name: str) -> str:
    """`max_cost_usd_per_day` as `maxCostUsdPerDay`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _name(table: type[Table], key: Field[Any]) -> str:
    return camel_case(key.name) if table.camel else key.name
