"""A snapshot never changes, knows itself by its digest, and can be stored with a run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import PromptError
from bridge.prompts.snapshot import PromptSnapshot, System

SYSTEMS = st.builds(
    System,
    name=st.text(),
    personality_prompt=st.none() | st.text(),
    modules=st.none() | st.lists(st.text()).map(tuple),
)
SNAPSHOTS = st.builds(
    PromptSnapshot,
    prompts=st.dictionaries(st.text(), st.text()),
    systems=st.dictionaries(st.text(), SYSTEMS),
)
SMALL = PromptSnapshot(
    prompts={"a:b": "Speak {{player_language}}."},
    systems={
        "a:speaks": System(name="A", personality_prompt="a:b"),
        "a:gone": System(name="B", personality_prompt="a:c"),
        "a:plain": System(name="C"),
    },
)


def test_a_text_is_rendered_for_the_language() -> None:
    assert SMALL.text("a:b", "fr_fr") == "Speak French (fr_fr)."


def test_a_prompt_that_no_pack_has_is_an_error_of_its_own() -> None:
    with pytest.raises(PromptError, match="no pack has the prompt a:x"):
        SMALL.text("a:x", "en_us")


def test_a_personality_is_that_of_the_system() -> None:
    assert SMALL.personality("a:speaks", "fr_fr") == "Speak French (fr_fr)."


@pytest.mark.parametrize("system", ["a:gone", "a:plain", "a:unknown", ""])
def test_without_a_text_there_is_no_personality(system: str) -> None:
    assert SMALL.personality(system, "fr_fr") is None


def test_missing_personalities_are_known() -> None:
    assert SMALL.missing_personalities == {"a:gone": "a:c"}


def test_nobody_can_change_it() -> None:
    prompts = {"a:b": "x"}
    snapshot = PromptSnapshot(prompts=prompts, systems={})
    prompts["a:b"] = "y"
    assert snapshot.text("a:b", "en_us") == "x"
    with pytest.raises(TypeError):
        snapshot.prompts["a:b"] = "y"  # pyright: ignore[reportIndexIssue] - that is the point


@given(SNAPSHOTS)
def test_it_can_be_stored_and_restored(snapshot: PromptSnapshot) -> None:
    restored = PromptSnapshot.restored(snapshot.document())
    assert restored == snapshot
    assert restored.prompts == snapshot.prompts
    assert restored.systems == snapshot.systems


@given(SNAPSHOTS, SNAPSHOTS)
def test_equal_digests_mean_equal_content(one: PromptSnapshot, other: PromptSnapshot) -> None:
    same = one.prompts == other.prompts and one.systems == other.systems
    assert (one.digest == other.digest) == same == (one == other)
    assert len({one, other}) == 2 - same
