import json

from bridge.conversation.matcher import Candidate, Decision, Match, Reason, as_json

CANDIDATE = Candidate(capability="test:a", input={"text": "x"}, score=0.812345)


def test_a_match_is_printed_with_its_input_and_scores() -> None:
    match = Match(
        capability="test:a",
        input={"text": "储存"},
        score=0.812345,
        coverage=1.0,
        margin=0.2,
        example="a {text}",
    )
    line = as_json(Decision(match=match, candidates=(CANDIDATE,), reason=Reason.MATCHED))
    assert json.loads(json.dumps(line)) == {
        "capability": "test:a",
        "input": {"text": "储存"},
        "scores": {
            "reason": "matched",
            "candidates": {"test:a": 0.8123},
            "score": 0.8123,
            "coverage": 1.0,
            "margin": 0.2,
            "example": "a {text}",
        },
    }


def test_without_a_match_the_reason_and_the_candidates_are_printed() -> None:
    line = as_json(Decision(match=None, candidates=(CANDIDATE,), reason=Reason.COMPLEX))
    assert line == {
        "capability": None,
        "input": {},
        "scores": {"reason": "complex", "candidates": {"test:a": 0.8123}},
    }
