import json
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.access.orders import (
    MAX_LIMIT,
    Reset,
    SetAi,
    SetDefault,
    SetFreeChat,
    SetLimit,
    ShowDefault,
    Status,
    SystemAi,
)
from bridge.commands.grammar import Problem
from bridge.commands.system_ai import (
    FORMS,
    Completion,
    Malformed,
    addressed,
    complete,
    parse,
)
from bridge.core.cards import Words
from bridge.core.modes import Mode

LANGUAGES = Path(__file__).parents[3] / "bridge" / "ui" / "lang"
MARA = UUID("0a1b2c3d-0000-1111-2222-333344445555")
ALL_USAGE = (
    "/system ai default [mode] | <player> enable|disable | <player> freechat enable|disable"
    " | <player> limit <count> | <player> [status] | <player> reset"
)
PLAYER_USAGE = "/system ai " + ALL_USAGE.split(" | ", 1)[1]

ORDERS: list[tuple[str, SystemAi]] = [
    ("default", ShowDefault()),
    *((f"default {mode}", SetDefault(mode)) for mode in Mode),
    ("Mara enable", SetAi("Mara", True)),
    ("Mara disable", SetAi("Mara", False)),
    ("Mara freechat enable", SetFreeChat("Mara", True)),
    ("Mara freechat disable", SetFreeChat("Mara", False)),
    ("Mara limit 0", SetLimit("Mara", 0)),
    ("Mara limit 12", SetLimit("Mara", 12)),
    (f"Mara limit {MAX_LIMIT}", SetLimit("Mara", MAX_LIMIT)),
    ("Mara status", Status("Mara")),
    ("Mara", Status("Mara")),
    ("Mara reset", Reset("Mara")),
    (f"{MARA} reset", Reset(MARA)),
    (f"{MARA.hex} reset", Reset(MARA)),
    (".Bedrock_1 limit 3", SetLimit(".Bedrock_1", 3)),
]


@pytest.mark.parametrize("start", ["/system ai ", "system ai ", "ai ", " /System  AI\t", "AI "])
@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_each_form_is_read_however_it_begins(start: str, text: str, order: SystemAi) -> None:
    assert parse(start + text) == order
    assert parse(start + text.replace(" ", "   ") + "  ") == order


@pytest.mark.parametrize(
    "name", ["enable", "disable", "freechat", "limit", "status", "reset", "ai", "system", "12"]
)
def test_a_player_may_be_called_like_a_word_of_the_grammar(name: str) -> None:
    assert parse(f"system ai {name}") == Status(name)
    assert parse(f"ai {name}") == Status(name)
    assert parse(f"/system ai {name} {name if name == 'reset' else 'reset'}") == Reset(name)
    assert parse(f"/system ai {name} limit 12") == SetLimit(name, 12)


@pytest.mark.parametrize("word", ["default", "Default", "DEFAULT"])
def test_default_is_the_subcommand_even_if_a_player_has_that_name(word: str) -> None:
    assert parse(f"ai {word}") == ShowDefault()
    assert parse(f"ai {word} free") == SetDefault(Mode.FREE)
    assert isinstance(parse(f"ai {word} enable"), Malformed)
    assert isinstance(parse(f"ai {word} status"), Malformed)


@pytest.mark.parametrize(
    ("text", "problem", "word", "usage"),
    [
        ("ai", Problem.MISSING, "", ALL_USAGE),
        ("/system ai", Problem.MISSING, "", ALL_USAGE),
        ("ai default high", Problem.UNKNOWN, "high", "/system ai default [mode]"),
        ("ai default free now", Problem.TOO_MANY, "now", "/system ai default [mode]"),
        ("ai @a enable", Problem.SELECTOR, "@a", ALL_USAGE),
        ("ai @a[name=Mara] enable", Problem.SELECTOR, "@a[name=Mara]", ALL_USAGE),
        ("ai Mara enabled", Problem.UNKNOWN, "enabled", PLAYER_USAGE),
        ("ai Mara enable it", Problem.TOO_MANY, "it", "/system ai <player> enable|disable"),
        ("ai Mara freechat", Problem.MISSING, "", "/system ai <player> freechat enable|disable"),
        ("ai Mara limit", Problem.MISSING, "", "/system ai <player> limit <count>"),
        ("ai Mara limit -1", Problem.NUMBER, "-1", "/system ai <player> limit <count>"),
        ("ai Mara limit 2147483648", Problem.NUMBER, "2147483648", None),
        ("ai Mara limit 1.5", Problem.NUMBER, "1.5", "/system ai <player> limit <count>"),
        ("ai Mara reset all", Problem.TOO_MANY, "all", "/system ai <player> reset"),
        ("ai Mara §kx", Problem.UNKNOWN, "kx", PLAYER_USAGE),
        ("ai Mara " + "x" * 500, Problem.UNKNOWN, "x" * 40, PLAYER_USAGE),
        ("say hello", Problem.UNKNOWN, "say", ALL_USAGE),
        ("", Problem.MISSING, "", ALL_USAGE),
    ],
)
def test_anything_else_is_one_line_with_the_usage(
    text: str, problem: Problem, word: str, usage: str | None
) -> None:
    order = parse(text)
    assert isinstance(order, Malformed)
    assert (order.problem, order.word) == (problem, word)
    assert usage is None or order.usage == usage
    (words,) = order.line
    assert isinstance(words, Words)
    assert words.args["usage"] == order.usage


def test_addressed_tells_ours_from_other_commands() -> None:
    for text in (
        "/system ai",
        "／system ai",
        "system ai default",
        "ai Mara",
        " /SYSTEM  ai x",
        "ai",
    ):
        assert addressed(text)
    for text in ("", "/", "/system", "/ai default", "systemai", "/system aid", "say system ai"):
        assert not addressed(text)


@pytest.mark.parametrize(
    ("before", "items", "start"),
    [
        ("", ("system",), 0),
        ("/", ("system",), 1),
        ("/sys", ("system",), 1),
        ("/system ", ("ai",), 8),
        ("/system a", ("ai",), 8),
        ("/system ai ", ("default", "Mara", "tom"), 11),
        ("ai ", ("default", "Mara", "tom"), 3),
        ("ai m", ("Mara",), 3),
        ("ai default ", ("offline", "standard", "extended", "free"), 11),
        ("ai default f", ("free",), 11),
        ("ai Mara ", ("enable", "disable", "freechat", "limit", "status", "reset"), 8),
        ("ai unseen re", ("reset",), 10),
        ("ai Mara freechat ", ("enable", "disable"), 17),
        ("ai Mara limit ", (), 14),
        ("ai Mara reset ", (), 14),
        ("ai @a ", (), 6),
        ("say ", (), 4),
    ],
)
def test_completion_offers_what_may_stand_at_the_cursor(
    before: str, items: tuple[str, ...], start: int
) -> None:
    players = ("tom", "Mara", "default")
    assert complete(before, len(before), players) == Completion(items, start)
    assert complete(before + "", len(before) + 9, players) == Completion(items, start)


def test_only_what_stands_before_the_cursor_counts() -> None:
    assert complete("ai M enable", 4, ("Mara",)) == Completion(("Mara",), 3)
    assert complete("ai Mara", -3, ()) == Completion(("system",), 0)


@given(st.text(), st.integers(-5, 50))
def test_no_text_breaks_parsing_or_completion(text: str, cursor: int) -> None:
    parse(text)
    parse("ai " + text)
    completion = complete("/system ai " + text, cursor, ("Mara",))
    assert 0 <= completion.start <= max(0, cursor)


@given(st.text(alphabet="ae Mfrdlimt@0 /sy", max_size=30))
def test_each_offered_word_leads_further(text: str) -> None:
    completion = complete(text, len(text), ("Mara",))
    for item in completion.items:
        completed = text[: completion.start] + item
        outcome = parse(completed)
        assert not isinstance(outcome, Malformed) or outcome.problem is Problem.MISSING


@pytest.mark.parametrize("language", ["en_us", "zh_cn"])
def test_every_help_and_problem_has_its_sentence(language: str) -> None:
    sentences = json.loads((LANGUAGES / language / "access.json").read_text(encoding="utf-8"))
    for form in FORMS:
        assert form.help in sentences
    for problem in Problem:
        word = "" if problem is Problem.MISSING else "x"
        (words,) = Malformed(problem, word, "/system ai").line
        assert isinstance(words, Words)
        text = sentences[words.key].format(**words.args)
        assert "/system ai" in text
        assert text.count("\n") == 0
