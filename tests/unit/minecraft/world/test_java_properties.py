"""Java's properties format, by table and by property."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.errors import ReadError
from bridge.minecraft.world.java_properties import (
    change_properties,
    decode_properties,
    parse_properties,
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", {}),
        ("a=b", {"a": "b"}),
        ("a=b\nc=d\n", {"a": "b", "c": "d"}),
        ("a=b\rc=d\r\ne=f", {"a": "b", "c": "d", "e": "f"}),
        ("a:b", {"a": "b"}),
        ("a b", {"a": "b"}),
        ("a\tb", {"a": "b"}),
        ("a\fb", {"a": "b"}),
        ("a = b", {"a": "b"}),
        ("a : b", {"a": "b"}),
        ("a == b", {"a": "= b"}),
        ("a=:b", {"a": ":b"}),
        ("a  b = c", {"a": "b = c"}),
        ("a", {"a": ""}),
        ("a=", {"a": ""}),
        ("=b", {"": "b"}),
        ("  a=b", {"a": "b"}),
        ("a=b  ", {"a": "b  "}),
        ("a=b#c", {"a": "b#c"}),
        ("#a=b\n!c=d\n  # e=f\nx=y", {"x": "y"}),
        ("# comment \\\na=b", {"a": "b"}),
        ("\n \t\n\na=b", {"a": "b"}),
        ("a=b\na=c", {"a": "c"}),
        ("a=b\\\nc", {"a": "bc"}),
        ("a=b\\\n   c", {"a": "bc"}),
        ("a=b\\\r\n\tc\\\rd", {"a": "bcd"}),
        ("a=b\\\n\nc=d", {"a": "b", "c": "d"}),
        ("a=b\\\n#c", {"a": "b#c"}),
        ("a=b\\\\\nc=d", {"a": "b\\", "c": "d"}),
        ("a=b\\\\\\\nc=d", {"a": "b\\c=d"}),
        ("a=b\\", {"a": "b"}),
        ("a\\\n=b", {"a": "b"}),
        ("\\\n\na=b", {"a": "b"}),
        ("\\\n#c\na=b", {"a": "b"}),
        ("a=b\n\\", {"a": "b"}),
        ("a=b\n\\\n", {"a": "b"}),
        ("\\#a=b", {"#a": "b"}),
        ("a\\=b=c", {"a=b": "c"}),
        ("a\\:b:c", {"a:b": "c"}),
        ("a\\ b c", {"a b": "c"}),
        ("a=\\t\\n\\r\\f\\\\\\x", {"a": "\t\n\r\f\\x"}),
        ("a=\\u4f60\\u597D", {"a": "你好"}),
        ("\\u0061=b", {"a": "b"}),
        ("a\\u003db=c", {"a=b": "c"}),
        ("a=\\uD83C\\uDF89", {"a": "🎉"}),
        ("a=\\uD83C!", {"a": "�!"}),
        ("a=\\\\u0041", {"a": "\\u0041"}),
        ("motd=\\u00A7aGreen §bBlue", {"motd": "§aGreen §bBlue"}),
    ],
)
def test_a_text_is_read_as_java_reads_it(text: str, values: dict[str, str]) -> None:
    assert parse_properties(text) == values


@pytest.mark.parametrize("text", ["a=\\u12", "a=\\u", "a=\\u00g0", "\\u=b"])
def test_a_malformed_escape_is_an_error_with_its_line(text: str) -> None:
    with pytest.raises(ReadError, match=r"server\.properties:3:1: .*hexadecimal"):
        parse_properties(f"# comment\nfine=yes\n{text}\n", "server.properties")


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (b"a=b", "a=b", "utf-8"),
        ("a=你".encode(), "a=你", "utf-8"),
        (b"a=\xa7a", "a=§a", "latin-1"),
    ],
)
def test_bytes_are_utf8_else_latin1(content: bytes, text: str, encoding: str) -> None:
    assert decode_properties(content) == (text, encoding)


FILE = b"#Minecraft server properties\nmotd=\xe4\xbd\xa0\nrcon.port=1\\\n   2\nrcon.port=3\nlast=1"


def test_a_change_leaves_everything_else_as_it_stands() -> None:
    changed = change_properties(FILE, {"rcon.port": "25575", "enable-rcon": "true"})
    assert changed == (
        b"#Minecraft server properties\nmotd=\xe4\xbd\xa0\nrcon.port=1\\\n   2\nrcon.port=25575\n"
        b"last=1\nenable-rcon=true\n"
    )
    assert change_properties(changed, {"rcon.port": "25575", "enable-rcon": "true"}) == changed


def test_a_continued_line_is_replaced_whole() -> None:
    assert change_properties(b"a=1\\\r\n  2\r\nb=3\r\n", {"a": "x", "c": "y"}) == (
        b"a=x\r\nb=3\r\nc=y\r\n"
    )


def test_a_latin1_file_stays_one() -> None:
    assert change_properties(b"motd=\xa7a\na=1\n", {"a": "§你"}) == (
        b"motd=\xa7a\na=\\u00A7\\u4F60\n"
    )


def test_an_empty_file_gets_the_new_lines() -> None:
    assert change_properties(b"", {"a": " b", " #c d": "=\t"}) == (b"a=\\ b\n\\ \\#c\\ d=\\=\\t\n")


def test_a_value_that_is_so_already_stays_as_it_is_written() -> None:
    content = b"enable-rcon : true\nrcon.password = a\\\n  b\n"
    assert change_properties(content, {"enable-rcon": "true", "rcon.password": "ab"}) == content


KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(deadline=None)
@given(st.text("ab=: \t\f\\\n\r#!tn"), st.dictionaries(KEYS, TEXTS, max_size=4))
def test_what_was_changed_is_read_back_and_the_rest_is_kept(
    text: str, changes: dict[str, str]
) -> None:
    before = parse_properties(text)
    changed = change_properties(text.encode(), changes).decode()
    assert parse_properties(changed) == {**before, **changes}


@settings(deadline=None)
@given(st.text() | st.text("\\u=: \n0aG"))
def test_any_text_is_values_or_a_read_error_for_an_escape(text: str) -> None:
    try:
        outcome = str(parse_properties(text))
    except ReadError as error:
        outcome = str(error)
    assert outcome.startswith("{") or (outcome.endswith("digits") and "\\u" in text)
