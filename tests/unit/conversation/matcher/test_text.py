import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.matcher.text import AtomKind, atoms, clean, fold, split, words


def texts(text: str) -> list[str]:
    return [atom.text for atom in atoms(clean(text)) if atom.kind is not AtomKind.BREAK]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Show my QUESTS", ["show", "my", "quests"]),
        ("what's up, doc?", ["whats", "up", "doc"]),
        ("打开商店", ["打", "开", "商", "店"]),
        ("打开ai模式", ["打", "开", "ai", "模", "式"]),
        ("xX_Miner_Xx", ["xx_miner_xx"]),
        ("ＡＩ　模式", ["ai", "模", "式"]),
        ("pleeeease heeelp", ["please", "help"]),
        ("tools & toys", ["tools", "&", "toys"]),
        ("où est l’épée", ["où", "est", "lépée"]),
        ("Где взять алмаз", ["где", "взять", "алмаз"]),
        ("", []),
        ("?!…", []),
    ],
)
def test_words_are_cut_at_blanks_and_unspaced_scripts_by_character(
    text: str, expected: list[str]
) -> None:
    assert texts(text) == expected


def test_traditional_characters_are_read_as_simplified_ones() -> None:
    assert fold("還有其他玩家在嗎") == "还有其他玩家在吗"


@pytest.mark.parametrize("text", ["《齿轮》", "“齿轮”", '"齿轮"', "「齿轮」", "【齿轮】"])
def test_a_quotation_is_one_atom_without_its_marks(text: str) -> None:
    (atom,) = atoms(clean(text))
    assert (atom.kind, atom.text) == (AtomKind.QUOTED, "齿轮")
    assert clean(text)[atom.start : atom.end] == "齿轮"


def test_a_blank_between_unspaced_characters_is_a_break() -> None:
    kinds = [atom.kind for atom in atoms("铁锭 铜锭")]
    assert kinds.count(AtomKind.BREAK) == 1
    assert AtomKind.BREAK not in [atom.kind for atom in atoms("任务 Hello 详情")]


@given(st.text())
def test_spans_are_in_order_and_inside_the_cleaned_text(text: str) -> None:
    plain = clean(text)
    end = 0
    for atom in atoms(plain):
        assert end <= atom.start <= atom.end <= len(plain)
        end = atom.end


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(alphabet="abc 铁锭,'", max_size=20))
def test_words_are_the_texts_of_the_atoms(text: str) -> None:
    by_atom = [atom.text for atom in atoms(clean(text)) if atom.kind is not AtomKind.BREAK]
    assert [word for word in words(text) if word != ","] == by_atom


def test_a_phrase_is_split_like_a_sentence() -> None:
    assert split("ai助手 bot") == ["ai", "助", "手", "bot"]
