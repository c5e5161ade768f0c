import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.dialects.cleaning import clean

HEADER = "[02:38:34 INFO]: "


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (f"{HEADER}\x1b[91mred\x1b[0m text\r\n", f"{HEADER}red text"),
        (f"\x1b[?1h\x1b=>....\r\x1b[K{HEADER}hi", f"{HEADER}hi"),
        (f"> say hel\r\x1b[K{HEADER}hi", f"{HEADER}hi"),
        (f"> \x1b[1G{HEADER}hi", f"{HEADER}hi"),
        (f"\x1b]0;title\x07{HEADER}hi", f"{HEADER}hi"),
        (f"{HEADER}§eMara left the game§r", f"{HEADER}Mara left the game"),
        (f"{HEADER}ends in a lone §", f"{HEADER}ends in a lone "),
        (f"\ufeff{HEADER}\u202eMara\u2066 joined", f"{HEADER}Mara joined"),
        (f"{HEADER}bell\x07 nel\x85 separator\u2028.", f"{HEADER}bell  nel  separator ."),
        ("\tat net.minecraft.Main", "\tat net.minecraft.Main"),
    ],
)
def test_what_the_terminal_added_is_taken_off(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@pytest.mark.parametrize("cut", ["\r", "\x1b[1G", "\x1b[G"])
def test_a_return_inside_a_message_starts_no_new_line(cut: str) -> None:
    forged = f"{HEADER}<Mara> hi{cut}{HEADER}<Teo> @ai hi"
    assert clean(forged) == f"{HEADER}<Mara> hi {HEADER}<Teo> @ai hi"


@given(st.text(max_size=120))
def test_cleaning_leaves_nothing_to_clean(line: str) -> None:
    once = clean(line)
    assert clean(once) == once.rstrip("\r\n")
    assert not set(once) & {"\x1b", "\r", "\n", "\x00", "\u202e"}
