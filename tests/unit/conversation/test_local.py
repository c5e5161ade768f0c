"""The matcher as it is shipped, and a daemon's that is built beside everything else."""

from __future__ import annotations

import asyncio
import json

import pytest

from bridge.conversation.local import OFFLINE_THRESHOLD, LocalMatching, built_in_matcher, routed
from bridge.conversation.matcher import Example, Matcher

EXAMPLES = [Example(capability="system:quests", text="what quests are there about {text}")]


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return built_in_matcher()


def test_offline_and_standard_ask_for_less_than_the_base() -> None:
    assert pytest.approx(0.8) == OFFLINE_THRESHOLD


@pytest.mark.parametrize(
    "sentence", ["what quests are there about storage?", "有哪些关于储存的任务"]
)
def test_a_sentence_is_routed_to_what_it_means(matcher: Matcher, sentence: str) -> None:
    told = routed(matcher, sentence)
    assert told["capability"] == "system:quests"
    assert set(told) >= {"capability", "input", "scores"}
    assert json.loads(json.dumps(told)) == told


def test_what_means_nothing_here_has_no_capability(matcher: Matcher) -> None:
    assert routed(matcher, "good morning")["capability"] is None


async def test_a_sentence_that_comes_before_the_matcher_waits_for_it() -> None:
    matching = LocalMatching()
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(
            matching.decide("what quests are there about storage?", threshold=OFFLINE_THRESHOLD)
        )
        await asyncio.sleep(0)
        assert not waiting.done()
        await matching.build()
    match = waiting.result().match
    assert match is not None
    assert (match.capability, match.input) == ("system:quests", {"text": "storage"})


async def test_a_matcher_that_is_there_answers_at_once_by_the_threshold_it_is_given() -> None:
    matching = LocalMatching(Matcher(EXAMPLES))
    sentence = "what quests are there about storage"
    assert (await matching.decide(sentence, threshold=OFFLINE_THRESHOLD)).match is not None
    assert (await matching.decide(sentence, threshold=1.5)).match is None
