from dataclasses import dataclass, replace

import pytest

from bridge.tools.arguments import NoSchemaError
from bridge.tools.priority import Priority
from bridge.tools.tool import Asker, Tool


@dataclass(frozen=True)
class Words:
    text: str = ""


async def tell(asker: Asker, given: Words) -> Words:
    return given


FIND = Tool("quests.find", Words, Words, tell)


def test_a_tool_is_unknown_to_models_until_it_is_described() -> None:
    assert (FIND.description, FIND.priority, FIND.writes) == ("", Priority.LOCAL, False)
    offered = FIND.for_reasoning("  Find quests. ")
    assert offered.description == "Find quests."
    assert FIND.description == ""


@pytest.mark.parametrize(
    ("tool", "description"), [(replace(FIND, writes=True), "Writes."), (FIND, " "), (FIND, "")]
)
def test_a_writing_tool_and_one_without_a_description_are_not_offered(
    tool: Tool[Words, Words], description: str
) -> None:
    with pytest.raises(ValueError, match=r"quests\.find"):
        tool.for_reasoning(description)


def test_an_input_without_a_schema_is_not_offered() -> None:
    async def count(asker: Asker, given: int) -> int:
        return given

    with pytest.raises(NoSchemaError):
        Tool("a.count", int, int, count).for_reasoning("Counts.")


def test_a_priority_changes_nothing_else() -> None:
    paid = FIND.for_reasoning("Find.").with_priority(Priority.PAID)
    assert (paid.priority, paid.description, paid.id) == (Priority.PAID, "Find.", "quests.find")


@pytest.mark.parametrize("id", ["quests.find", "fetch_result", "shop:buy", "a", "a.b.c", "a1_b"])
def test_an_id_is(id: str) -> None:
    assert replace(FIND, id=id).id == id


@pytest.mark.parametrize("id", ["", "A", "a b", "1a", "a.", ".a", "a..b", "a-b", "ä", "a.b\n"])
def test_an_id_is_not(id: str) -> None:
    with pytest.raises(ValueError, match="not a tool's id"):
        replace(FIND, id=id)
