from bridge.conversation.matcher.hanzi import SIMPLIFIED


def test_each_character_becomes_one_other_that_is_simplified_already() -> None:
    for traditional, simplified in SIMPLIFIED.items():
        assert len(simplified) == 1
        assert chr(traditional) != simplified
        assert ord(simplified) not in SIMPLIFIED
