"""Our words are complete in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridge.core.cards import Plain, Words
from bridge.ui.languages import LANGUAGES, language_of, phrases, say

BRIDGE = Path(__file__).parents[3] / "bridge"
PLACES = re.compile(r"\{[a-z_]+\}")


def places(sentence: str) -> list[str]:
    return sorted(set(PLACES.findall(sentence)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_places(language: str) -> None:
    english = phrases("en_us")
    assert set(phrases(language)) == set(english)
    for key, sentence in phrases(language).items():
        assert places(sentence) == places(english[key]), key
        assert sentence.strip(), key


def test_no_key_stands_in_two_files() -> None:
    for language in LANGUAGES:
        files = sorted((BRIDGE / "ui" / "lang" / language).glob("*.json"))
        keys = [
            key
            for file in files
            for key in re.findall(r'^\s*"([^"]+)":', file.read_text("utf-8"), re.MULTILINE)
        ]
        assert len(keys) == len(set(keys))


def test_every_key_written_in_the_code_exists() -> None:
    known = phrases("en_us")
    written = re.compile(r"(?:Words|notice)\(\s*\"([a-z_.:]+)\"")
    for file in BRIDGE.rglob("*.py"):
        for key in written.findall(file.read_text(encoding="utf-8")):
            assert key in known, f"{file}: {key}"


def test_words_are_filled_and_plain_text_is_left_alone() -> None:
    assert say(Words("command.unknown", {"name": "x{y}"}), "en_us") == "There is no command /x{y}."
    assert say(Plain("{name}"), "en_us") == "{name}"


@pytest.mark.parametrize(
    ("text", "language"),
    [("有哪些任务", "zh_cn"), ("quests 储存", "zh_cn"), ("quests", "en_us"), ("éß", "en_us")],
)
def test_chinese_characters_make_a_request_chinese(text: str, language: str) -> None:
    assert language_of(text, "en_us") == language
