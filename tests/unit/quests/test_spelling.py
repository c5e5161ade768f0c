"""What the eras call the same things."""

from __future__ import annotations

from bridge.quests.lexicon import Lexicon
from bridge.quests.spelling import EARLY, MODERN, Reading


def test_an_object_has_its_id_in_the_spelling_of_the_era() -> None:
    modern = Reading(spelling=MODERN, lexicon=Lexicon())
    early = Reading(spelling=EARLY, lexicon=Lexicon())
    assert modern.object_id({"id": "ab", "uid": 1}, "x", 0) == "00000000000000AB"
    assert early.object_id({"id": "ab", "uid": 1}, "x", 0) == "00000001"


def test_an_object_without_an_id_gets_one_for_its_place() -> None:
    reading = Reading(spelling=MODERN, lexicon=Lexicon())
    first = reading.object_id({}, "quest/task", 0)
    assert first == reading.object_id({"id": "0"}, "quest/task", 0)
    assert len({first, reading.object_id({}, "quest/task", 1)}) == 2
