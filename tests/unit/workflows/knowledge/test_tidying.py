"""What tidying changes, and what it loses or makes up."""

from __future__ import annotations

import pytest

from bridge.workflows.knowledge.tidying import LEAST, as_note, difference


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("Rules:\n- No griefing.", "# Town\n\n## Rules\n- No griefing.\n"),
        ("**Rules:**\n- x", "# Town\n\n## Rules\n- x\n"),
        ("## Rules\n- x", "# Town\n\n## Rules\n- x\n"),
        ("规则：\n- x", "# Town\n\n## 规则\n- x\n"),
        ("# Town\n- x", "# Town\n- x\n"),
        ("Town:\n- x", "# Town\n- x\n"),
        ("- It opens at: dawn:\n", "# Town\n- It opens at: dawn:\n"),
        ("", "# Town\n"),
    ],
)
def test_a_model_s_text_becomes_a_note(written: str, note: str) -> None:
    assert as_note("Town", written) == note


def test_order_alone_is_no_loss() -> None:
    change = difference("a b\nc d\n", "c d\n\na b\n")
    assert (change.removed, change.added, change.lost, change.invented) == ((), (), (), ())
    assert change.kept == 1


def test_facts_that_go_or_come_are_named() -> None:
    old = "Shop at 120, 64, -300. Ask with /shop. See https://example.org/a. Use minecraft:stone."
    new = "Shop at 120, 64, -301. Ask with /store."
    change = difference(old, new)
    assert change.lost == ("-300", "/shop", "https://example.org/a", "minecraft:stone")
    assert change.invented == ("-301", "/store")


def test_a_text_that_has_lost_most_of_the_words_is_told() -> None:
    old = "alpha beta gamma delta epsilon zeta eta theta iota kappa"
    assert difference(old, "alpha only").kept < LEAST
    assert difference("", "new").kept == 1
