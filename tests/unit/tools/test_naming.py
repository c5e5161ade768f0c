import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.tools.naming import does_not_exist, nearest

NAMES = (
    "quests.list", "quests.find", "quests.detail", "items.find", "items.sources", "system:quests",
    "system:mode", "web.fetch",
)  # fmt: skip


@pytest.mark.parametrize(
    ("invented", "first"),
    [
        ("quest.find", "quests.find"),
        ("find_quests", "quests.find"),
        ("quests_find", "quests.find"),
        ("QUESTS.FIND", "quests.find"),
        ("system.quests", "system:quests"),
        ("items.source", "items.sources"),
        ("fetch", "web.fetch"),
    ],
)
def test_the_name_that_was_meant_comes_first_of_three(invented: str, first: str) -> None:
    near = nearest(invented, NAMES)
    assert (near[0], len(near)) == (first, 3)


def test_a_name_does_not_exist_and_is_not_denied() -> None:
    told = does_not_exist("quest.find", NAMES)
    assert told.startswith("'quest.find' does not exist. The nearest that exist: quests.find, ")
    assert "denied" not in told
    assert does_not_exist("x", []) == "'x' does not exist. The nearest that exist: none."


@given(st.text(st.characters()), st.lists(st.sampled_from(NAMES), unique=True))
def test_only_real_names_are_suggested_and_little_is_repeated(
    invented: str, names: list[str]
) -> None:
    near = nearest(invented, names)
    assert set(near) <= set(names)
    assert len(near) == min(3, len(names))
    assert nearest(invented, reversed(names)) == near
    assert len(does_not_exist(invented * 100, names)) < 900
