"""A Markdown file as sections that a card and a model can hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.knowledge.sections import LONGEST, page, portions


def test_headings_part_a_page_and_comments_and_fences_do_not() -> None:
    found = page(
        "10-server_rules.md",
        "Before.\n# Rules\nNo griefing.\n<!-- # not\nseen -->\n"
        "## Fines ##\n```\n# code\n```\nTen.\n### \n",
    )
    assert found.title == "Rules"
    assert [(each.number, each.title, each.text) for each in found.sections] == [
        (1, "Rules", "Before."),
        (2, "Rules", "No griefing."),
        (3, "Fines", "```\n# code\n```\nTen."),
    ]


def test_a_page_without_a_heading_is_called_after_its_file() -> None:
    assert page("10-server_rules.md", "x").title == "server rules"
    assert page("en_us/2-modes.md", "").title == "modes"
    assert page("7.md", "").title == "7"


def test_the_whole_page_is_its_sections_with_their_headings() -> None:
    assert page("a.md", "# A\none\n## B\ntwo\n\nthree").text == "one\n\n## B\n\ntwo\n\nthree"


def test_long_sections_are_parted_between_paragraphs() -> None:
    text = "\n\n".join("word " * 100 for _ in range(9))
    sections = page("a.md", f"# A\n{text}").sections
    assert len(sections) > 1
    assert {each.title for each in sections} == {"A"}
    assert all(len(each.text) <= LONGEST for each in sections)


@given(st.text(alphabet="ab \n#", max_size=300), st.integers(1, 40))
def test_portions_lose_no_letter_and_are_not_too_long(text: str, longest: int) -> None:
    pieces = list(portions(text, longest))
    assert all(len(piece) <= longest for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())
