"""The package as a whole: real books, round trips, damage, cost."""

from __future__ import annotations

import contextlib
import math
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridge.core.errors import SnbtError
from bridge.minecraft import snbt

if TYPE_CHECKING:
    from collections.abc import Callable

nbtlib: Any = pytest.importorskip("nbtlib")

PACKS = Path(__file__).parents[3] / ".." / "shared" / "data" / "packs"
FILES = sorted(PACKS.rglob("*.snbt"))

# One document with everything in it, for the tests that break it.
WHOLE = r"""# a comment
{
	version: 13, "quoted key": 'it\'s' other = "a \"b\" \\ \n"
	// another
	chapter.05E614FDA677D85E.title = "鍵 & \#"
	flags: [true false null end]
	numbers: [1b -2s 3 4L 1.5f -.5d 2. +7 NaN -Infinityd ∞ 1e5d 12345678901234567890]
	arrays: { b: [B; 1b, true], i: [I; ], l: [l;1l 2L] }
	quests: [
		{ id: "21354A2B56155CC5", x: 0.0d }
		{ }
		[[[]]]
	]
}
"""

# Texts of a size that a careless reader would take quadratic or exponential time for.
HARD: dict[str, Callable[[int], str]] = {
    "unclosed lists": lambda n: "[" * n,
    "closed lists": lambda n: "[" + "[]" * n,
    "words": lambda n: "[" + "a " * n,
    "one word": lambda n: "a" * n + " " * n + "a" * n,
    "entries": lambda n: "{" + "a:1 " * n,
    "digits": lambda n: "1" * n,
    "a decimal that is none": lambda n: "1." + "1" * n + "e",
    "a long decimal": lambda n: "0." + "1" * n,
    "escapes": lambda n: r'"\n' + r"\n" * n,
    "backslashes": lambda n: "'" + "\\" * n,
    "a long string": lambda n: '["' + "a" * n + '"' + "'" * n,
    "line breaks": lambda n: "\n" * n + "^",
    "blanks": lambda n: "{a" + " " * n + "^",
    "blank lines before no comment": lambda n: "\n \t" * n + "^",
    "comments with blanks": lambda n: "#   \n" * n + "^",
    "a comment inside a line": lambda n: "{a" + "#" * n,
    "arrays": lambda n: "[" + "[I;1]" * n,
    "an array": lambda n: "[I;" + "1 " * n,
    "beginnings of arrays": lambda n: "[I;" * n,
    "brackets and blanks": lambda n: ("[" + " " * 99) * (n // 100),
    "quotes": lambda n: "['" * n,
}


def plain(value: Any) -> Any:
    """A value of ftb-snbt-lib, or ours, without its types; booleans are integers."""
    match value:
        case dict():
            entries = cast("dict[str, Any]", value)
            return {str(key): plain(entry) for key, entry in entries.items()}
        case list():
            return [plain(element) for element in cast("list[Any]", value)]
        case str():
            return str(value)
        case float():
            return float(value)
        case _:
            return int(value)


@pytest.mark.skipif(not FILES, reason="no real books at hand")
def test_the_real_books_are_read_as_ftb_snbt_lib_reads_them() -> None:
    slib: Any = pytest.importorskip("ftb_snbt_lib")
    for path in FILES:
        value = snbt.parse_compound(path.read_bytes(), file=str(path))
        theirs = plain(slib.loads(path.read_text(encoding="utf-8")))
        # 1 == 1.0 in Python; the text of the two differs.
        assert repr(plain(value)) == repr(theirs), path
    assert len(FILES) >= 77


WORDS = st.from_regex(r"[a-zA-Zäß鍵_][\w.+\-∞]*", fullmatch=True)
ONE_LINE = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=8)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
TREES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | NUMBERS | ONE_LINE,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(WORDS | ONE_LINE, inner, max_size=4)
    ),
    max_leaves=12,
)


class Writer:
    """Writes a value in one of the many ways that the grammar allows, chosen by chance."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def write(self, value: Any) -> str:
        match value:
            case bool():
                return str(value).lower()
            case int():
                return f"{value}{self._chance.choice(['', 'b', 's', 'L', 'l'])}"
            case float():
                return self._float(value)
            case str():
                return self._string(value)
            case list():
                elements = cast("list[Any]", value)
                return f"[{self._joined([self.write(element) for element in elements])}]"
            case _:
                entries = cast("dict[str, Any]", value).items()
                return f"{{{self._joined([self._entry(*entry) for entry in entries])}}}"

    def _entry(self, key: str, value: Any) -> str:
        blank = self._chance.choice(["", " ", "\n", "\n#:\n"])
        is_word = key.replace("_", "a").isalnum()
        name = key if is_word and self._chance.random() < 0.5 else self._string(key)
        return f"{name}{blank}{self._chance.choice(':=')}{blank}{self.write(value)}"

    def _joined(self, parts: list[str]) -> str:
        separators = [" ", "\n", ",", " ,\r\n\t", ",,", "\n # it's \n", "\n//]}\n"]
        return "".join(part + self._chance.choice(separators) for part in parts)

    def _float(self, value: float) -> str:
        if math.isinf(value):
            return ("-" if value < 0 else "") + self._chance.choice(["∞", "Infinityd", "∞F"])
        text = repr(value)
        return f"{text}{self._chance.choice(['d', 'F'] if 'e' in text else ['', 'd', 'f', 'D'])}"

    def _string(self, text: str) -> str:
        quote = self._chance.choice("\"'")
        return quote + text.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote


@given(TREES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_what_is_written_is_read_back(value: Any, chance: random.Random) -> None:
    assert snbt.parse(Writer(chance).write(value)) == value


def integers(bits: int) -> st.SearchStrategy[int]:
    return st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


FINITE = st.floats(allow_nan=False, allow_infinity=False)
TAGS: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        integers(8).map(nbtlib.Byte),
        integers(16).map(nbtlib.Short),
        integers(32).map(nbtlib.Int),
        integers(64).map(nbtlib.Long),
        FINITE.map(nbtlib.Float),
        FINITE.map(nbtlib.Double),
        ONE_LINE.map(nbtlib.String),
        st.lists(integers(8), max_size=3).map(nbtlib.ByteArray),
        st.lists(integers(32), max_size=3).map(nbtlib.IntArray),
        st.lists(integers(64), max_size=3).map(nbtlib.LongArray),
        st.lists(ONE_LINE.map(nbtlib.String), max_size=3).map(nbtlib.List[nbtlib.String]),
    ),
    lambda inner: st.dictionaries(ONE_LINE, inner, max_size=4).map(nbtlib.Compound),
    max_leaves=8,
)


@given(TAGS, st.booleans(), st.sampled_from([None, 2]))
@settings(deadline=None, max_examples=60)
def test_what_nbtlib_writes_as_the_game_does_is_read_back(
    tag: Any, compact: bool, indent: int | None
) -> None:
    text = nbtlib.serialize_tag(tag, compact=compact, indent=indent)
    assert snbt.parse(text) == tag.unpack(json=True)


def refusal(source: str | bytes) -> SnbtError | None:
    """The error that reading raises, if any; anything else that is raised fails the test."""
    try:
        snbt.parse(source) if isinstance(source, str) else snbt.parse_bytes(source)
    except SnbtError as error:
        return error
    return None


@given(st.text() | st.text(alphabet="{}[];:=,\"'\\#/ \n\t\rIbLd1.-+e∞aN"))
@example("\ud800")
@example("\x00")
@settings(deadline=None, max_examples=500)
def test_any_text_gives_a_value_or_an_error_with_a_place_in_it(text: str) -> None:
    error = refusal(text)
    if error is not None:
        assert error.line is not None
        assert error.column is not None
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(st.binary())
@settings(deadline=None, max_examples=60)
def test_any_bytes_give_a_value_or_an_error(data: bytes) -> None:
    error = refusal(data)
    assert error is None or error.line is not None


def test_a_damaged_document_gives_a_value_or_an_error() -> None:
    assert refusal(WHOLE) is None
    chance = random.Random(20)
    refused = 0
    for _ in range(4000):
        text = WHOLE
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(text))
            end = start + chance.choice([0, 1, 1, 5])
            text = text[:start] + chance.choice(["", *"{}[]\"'\\\n:;,# 1.x"]) + text[end:]
        refused += refusal(text) is not None
    assert 1000 < refused < 4000


def test_a_document_cut_off_anywhere_is_refused() -> None:
    assert all(refusal(WHOLE[:cut]) for cut in range(WHOLE.rindex("}")))


def least_seconds(text: str) -> float:
    least = math.inf
    for _ in range(5):
        start = time.thread_time()
        with contextlib.suppress(SnbtError):
            snbt.parse(text)
        least = min(least, time.thread_time() - start)
    return least


@pytest.mark.parametrize("name", HARD)
def test_ten_times_the_text_takes_about_ten_times_the_work(name: str) -> None:
    # Quadratic work would be a factor of 100. The time is that of this thread alone, so that a busy
    # machine does not count; the fixed part keeps the shortest ones from being chance.
    fixed = 0.0001
    small, large = (least_seconds(HARD[name](size)) for size in (1_000, 10_000))
    assert large + fixed < 30 * (small + fixed)
