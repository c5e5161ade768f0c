import pytest

from bridge.demo import chat_text


@pytest.mark.parametrize("text", ["hi", "x" * 256, "🎉" * 128, "你好", " a ", "\x80"])
def test_ordinary_messages_are_taken(text: str) -> None:
    assert chat_text.objection(text) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 257, "longer than 256"),
        ("🎉" * 129, "longer than 256"),
        ("a§cb", "Illegal characters"),
        ("a\nb", "Illegal characters"),
        ("a\x7fb", "Illegal characters"),
        ("a\x1bb", "Illegal characters"),
    ],
)
def test_others_are_not(text: str, why: str) -> None:
    objection = chat_text.objection(text)
    assert objection is not None
    assert why in objection
