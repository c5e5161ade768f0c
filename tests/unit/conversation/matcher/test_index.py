from bridge.conversation.matcher import Example, Vocabulary
from bridge.conversation.matcher.index import PLAIN, SLOTTED, Index
from bridge.conversation.matcher.reading import Reader

READER = Reader(Vocabulary())


def index(*examples: tuple[str, str]) -> Index:
    return Index([Example(capability=f"test:{c}", text=text) for c, text in examples], READER)


def nearest(found: Index, text: str, least: float = 0.0) -> list[str]:
    return [frame.text for _, frame in found.nearest(READER.read(text), least=least)]


def test_a_word_of_few_capabilities_weighs_more() -> None:
    found = index(("a", "open gate"), ("b", "open door"), ("c", "open road"))
    (gate,) = [frame for _, frame in found.nearest(READER.read("gate"), least=0.0)]
    assert gate.left["gate"] == 1.0
    assert 0 < gate.left["open"] < 0.5


def test_more_examples_of_one_capability_do_not_cheapen_its_words() -> None:
    few = index(("a", "open gate"), ("b", "open door"))
    more = index(("a", "open gate"), ("a", "close gate"), ("a", "gate"), ("b", "open door"))
    weights = [
        next(f.left["gate"] for _, f in each.nearest(READER.read("open gate"), least=0.0))
        for each in (few, more)
    ]
    assert weights == [1.0, 1.0]


def test_the_best_explained_comes_first() -> None:
    found = index(("a", "open gate"), ("b", "open door"), ("c", "paint door red"))
    assert nearest(found, "open the door") == ["open door", "open gate", "paint door red"]


def test_what_cannot_reach_the_least_score_is_left_out() -> None:
    found = index(("a", "open gate"), ("b", "open door"), ("c", "paint door red"))
    assert nearest(found, "open the door", 0.9) == ["open door"]


def test_equal_outlines_of_a_capability_are_kept_once_the_first_of_them() -> None:
    found = index(("a", "open gate"), ("a", "Open gate!"), ("b", "open gate"))
    assert nearest(found, "open gate") == ["open gate", "open gate"]


def test_the_number_of_frames_is_bounded() -> None:
    names = [f"x{n}" for n in range(50)]
    found = index(
        *(("a", f"gate {name}") for name in names), *(("b", f"gate {name} {{t}}") for name in names)
    )
    assert len(nearest(found, "gate")) == PLAIN + SLOTTED


def test_the_concepts_of_a_capability_are_kin() -> None:
    found = index(("a", "open gate"), ("a", "paint wall"), ("b", "door"))
    (_, frame), *_ = found.nearest(READER.read("gate"), least=0.0)
    assert frame.kin == {"open", "gate", "paint", "wall"}
