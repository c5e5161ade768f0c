from bridge.agent.profile import REACT


def test_react_is_the_row_of_design_section_3() -> None:
    assert (REACT.name, REACT.calls, REACT.repeats) == ("react", 1, 1)
    assert REACT.unknown == 8
