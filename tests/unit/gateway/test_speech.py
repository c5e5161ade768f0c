"""Private reasoning before a text is left out, however it is cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.gateway.speech import Speech


def spoken(text: str, *cuts: int) -> tuple[str, str]:
    """What is passed on in pieces, and the whole."""
    speech = Speech()
    edges = [0, *sorted(cuts), len(text)]
    told = "".join(speech.feed(text[start:end]) for start, end in pairwise(edges))
    last, whole = speech.end()
    return told + last, whole


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("plain", "plain"),
        ("<think>x</think>plain", "plain"),
        (" <Think>x\n</THINK> \n plain ", "plain"),
        ("<thinking>x</thinking>plain", "plain"),
        ("<think></think><think>y</think>plain", "plain"),
        ("<think>x", ""),
        ("<thi", "<thi"),
        ("<thinker>x", "<thinker>x"),
        ("a <think>b</think>", "a <think>b</think>"),
        ('{"text": "</think>"}', '{"text": "</think>"}'),
        ("x\n</think>\nplain", "plain"),
        ("", ""),
    ],
)
def test_a_leading_block_is_left_out(text: str, left: str) -> None:
    for place in range(len(text) + 1):
        assert spoken(text, place)[1] == left


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<", "think", ">", "a", " ", "\n"])),
    st.lists(st.integers(0, 60), max_size=5),
)
def test_cuts_change_nothing(pieces: list[str], cuts: list[int]) -> None:
    text = "".join(pieces)
    assert spoken(text, *(cut for cut in cuts if cut <= len(text))) == spoken(text)


def test_reasoning_is_not_kept_while_it_runs() -> None:
    speech = Speech()
    speech.feed("<think>")
    for _ in range(1000):
        speech.feed("a secret ")
    assert len(repr(vars(speech))) < 1000
