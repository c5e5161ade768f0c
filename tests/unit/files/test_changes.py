from bridge.files.changes import EVERYTHING, NOTHING, Change


def test_a_change_touches_its_names_or_everything() -> None:
    change = Change(frozenset({"latest.log"}))
    assert change.touches("latest.log")
    assert not change.touches("other.log")
    assert EVERYTHING.touches("anything")
    assert not NOTHING.touches("anything")
