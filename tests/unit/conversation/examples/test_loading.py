"""The built-in examples and words: their form, and how well they do on labelled sentences."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from bridge.conversation.examples import built_in_examples, built_in_vocabulary
from bridge.conversation.matcher import Kind, Matcher
from bridge.conversation.matcher.reading import Reader

REPOSITORY = Path(__file__).parents[4]
OWN = REPOSITORY / "tests" / "data" / "intents_own.jsonl"
GIVEN = REPOSITORY / ".." / "shared" / "data" / "intents.jsonl"
OFFLINE, EXTENDED = 0.8, 0.93

EXAMPLES = built_in_examples()
VOCABULARY = built_in_vocabulary()
MATCHER = Matcher(EXAMPLES, vocabulary=VOCABULARY)

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def meaning(text: str, threshold: float = OFFLINE) -> tuple[str | None, dict[str, str]]:
    match = MATCHER.decide(text, threshold=threshold).match
    return (match.capability, dict(match.input)) if match else (None, {})


def test_what_writes_or_needs_the_model_has_no_examples() -> None:
    assert {example.capability.removeprefix("system:") for example in EXAMPLES} == {
        *("quests", "quest", "next_quest", "items", "sources", "uses", "players", "manual"),
        *("notes", "mode", "history", "forget", "menu", "help", "gifts", "shop", "lottery"),
    }


def test_examples_are_in_both_languages_for_each_capability() -> None:
    spoken = {(e.capability, bool(re.search("[一-鿿]", e.text))) for e in EXAMPLES}
    assert all((capability, not chinese) in spoken for capability, chinese in spoken)


def test_examples_hold_no_warning_but_those_against_saving() -> None:
    reader = Reader(VOCABULARY)
    for example in EXAMPLES:
        kinds = {each.kind for each in reader.senses(re.sub(r"\{[^}]*\}", ",", example.text))}
        assert Kind.CUE not in kinds, example.text
        assert Kind.EVERYDAY not in kinds, example.text


@pytest.mark.parametrize(
    ("text", "capability", "given"),
    [
        ("show my quests", "system:quests", {}),
        ("list of quests", "system:quests", {}),
        ("任务列表", "system:quests", {}),
        ("what quests are there about storage?", "system:quests", {"text": "storage"}),
        ("有哪些关于储存的任务", "system:quests", {"text": "储存"}),
        ("where do blaze rods come from?", "system:sources", {"item": "blaze rods"}),
        ("where do I get blaze rods", "system:sources", {"item": "blaze rods"}),
        ("烈焰棒怎么获得", "system:sources", {"item": "烈焰棒"}),
        ("what is brass used for", "system:uses", {"item": "brass"}),
        ("switch to offline mode", "system:mode", {"mode": "offline"}),
        ("切换到自由模式", "system:mode", {"mode": "free"}),
        ("turn my chat history off", "system:history", {"state": "off"}),
        ("开启聊天记录", "system:history", {"state": "on"}),
        ("is Steve_42 online", "system:players", {"player": "Steve_42"}),
        ("what is in my inventory?", "system:players", {}),
        ("我的背包里有什么", "system:players", {}),
        ("details of the quest Getting Started", "system:quest", {"quest": "Getting Started"}),
    ],
)
@pytest.mark.parametrize("threshold", [OFFLINE, EXTENDED])
def test_plain_requests_match_in_every_mode(
    text: str, capability: str, given: dict[str, str], threshold: float
) -> None:
    assert meaning(text, threshold) == (capability, given)


@pytest.mark.parametrize(
    "text",
    [
        "sign in",
        "签到",
        "claim my gift",
        "领取礼包",
        "buy a diamond from the shop",
        "draw the lottery for me",
        "抽一次奖",
        "submit the quest Getting Started",
        "organize my notes",
        "give everyone op",
    ],
)
def test_nothing_that_writes_is_matched(text: str) -> None:
    assert meaning(text) == (None, {})


@pytest.mark.parametrize("path", [GIVEN, OWN], ids=["given", "own"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_precision_and_recall_on_labelled_sentences(path: Path, language: str) -> None:
    if not path.exists():
        pytest.skip(f"{path} is not there")
    wanted = [row for row in rows(path) if row["lang"] == language]
    answers = [(row["expect"], meaning(row["q"])[0]) for row in wanted]
    right = sum(1 for expected, found in answers if found and found == expected)
    assert right / sum(1 for _, found in answers if found) >= 0.95
    assert right / sum(1 for expected, _ in answers if expected) >= 0.75


@pytest.mark.parametrize("path", [GIVEN, OWN], ids=["given", "own"])
def test_arguments_of_right_matches(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"{path} is not there")
    seen: Counter[bool] = Counter()
    for row in rows(path):
        capability, given = meaning(row["q"])
        if capability == row["expect"] and capability not in {
            "system:mode",
            "system:history",
            None,
        }:
            seen[next(iter(given.values()), None) == row["slot"]] += 1
    assert seen[True] / seen.total() >= 0.95


def test_own_sentences_are_many_and_near_half_mean_nothing() -> None:
    own = rows(OWN)
    assert len(own) >= 300
    assert 0.35 <= sum(1 for row in own if row["expect"] is None) / len(own) <= 0.55
    assert len({row["q"] for row in own}) == len(own)


def test_no_own_sentence_is_within_two_edits_of_an_example() -> None:
    written: dict[int, list[str]] = defaultdict(list)
    around: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for example in EXAMPLES:
        text = example.text.lower()
        written[len(text)].append(text)
        before, _, rest = text.partition("{")
        if rest:
            after = rest.partition("}")[2]
            around[len(before + after)].append((before, after))
    for row in rows(OWN):
        said, slot = row["q"].lower(), (row["slot"] or "").lower()
        sizes = range(len(said) - 2, len(said) + 3)
        texts = [text for size in sizes for text in written[size]]
        if slot:
            texts += [slot.join(each) for size in sizes for each in around[size - len(slot)]]
        assert not [each for each in texts if is_within(said, each, 2)], said


def is_within(one: str, other: str, edits: int) -> bool:
    """Are so many letters or fewer added, lost or changed between them?"""
    if abs(len(one) - len(other)) > edits:
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    one, other = one[at:], other[at:]
    if not one or not other:
        return len(one) + len(other) <= edits
    return edits > 0 and any(
        is_within(one[left:], other[right:], edits - 1) for left, right in ((1, 0), (0, 1), (1, 1))
    )
