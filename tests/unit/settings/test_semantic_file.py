"""`system-semantic.json`: its values, and what is refused."""

from __future__ import annotations

import json

import pytest

from bridge.core.errors import ConfigurationError
from bridge.settings.json_file import parse
from bridge.settings.semantic_file import SemanticFile


def read(values: object) -> SemanticFile:
    return parse(json.dumps(values).encode(), SemanticFile, file="system-semantic.json")


def test_an_empty_file_has_the_documented_values() -> None:
    file = read({})
    assert file == SemanticFile()
    assert (file.base_score, file.max_candidates) == (0.9, 4)
    assert (file.mode_scores.functions, file.mode_scores.free_chat) == (-0.1, 0.03)


def test_every_value_can_be_written() -> None:
    file = read(
        {
            "baseScore": 0.8,
            "modeScores": {"functions": -0.2, "freeChat": 0},
            "coverage": 1,
            "margin": 0,
            "maxCandidates": 2,
            "cacheSize": 0,
        }
    )
    assert (file.base_score, file.coverage, file.margin) == (0.8, 1, 0)
    assert (file.max_candidates, file.cache_size) == (2, 0)
    assert (file.mode_scores.functions, file.mode_scores.free_chat) == (-0.2, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"baseScore": 1.1},
        {"baseScore": "0.9"},
        {"modeScores": {"functions": -2}},
        {"modeScores": {"offline": 0}},
        {"coverage": -0.1},
        {"margin": None},
        {"maxCandidates": 0},
        {"maxCandidates": 2.5},
        {"cacheSize": -1},
        {"cashSize": 1},
    ],
)
def test_what_is_wrong_is_refused(wrong: object) -> None:
    with pytest.raises(ConfigurationError):
        read(wrong)


def test_no_number_is_between_anything() -> None:
    with pytest.raises(ConfigurationError):
        parse(b'{"margin": 1e999}', SemanticFile, file="system-semantic.json")
