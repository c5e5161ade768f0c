"""What a file of config/system may be, and how what is wrong is told."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ConfigurationError
from bridge.settings.agent_file import AgentFile
from bridge.settings.json_file import parse
from bridge.settings.model_file import ModelFile


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "f.json:1: is not JSON: expecting value"),
        (b'{\n"a": 1,,\n}', "f.json:2: is not JSON: "),
        (b"[]", "f.json:1: is not a JSON object"),
        (b"\xff\xfe", "f.json:?: is not UTF-8 text"),
        (b'{"gates": NaN}', "f.json:?: is not JSON: NaN is no number of JSON"),
        (b'{"typo": 1}', "f.json:1: typo: unknown key; remove it or correct its spelling"),
        (b'{\n\n"requestsPerMinute": "5"}', "f.json:3: requestsPerMinute: input should be"),
        (
            b'{"requestsPerMinute": 1,\n"requestsPerMinute": 2}',
            "f.json:1: requestsPerMinute: stands twice in one object",
        ),
        (b"[" * 100_000, "f.json:?: is nested too deeply"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(content: bytes, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse(content, AgentFile, file="f.json")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_is_no_error() -> None:
    assert parse(b"\xef\xbb\xbf{}", AgentFile, file="f") == AgentFile()


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_configuration_error(content: bytes) -> None:
    with suppress(ConfigurationError):
        assert parse(content, AgentFile, file="f")


@pytest.mark.parametrize("key", ["apiKeyEnv", "model", "baseUrl", "tiers", "headers", "pricing"])
def test_no_value_of_the_file_is_repeated(key: str) -> None:
    content = f'{{"{key}": ["sk-secret"], "extraBody": {{"x": "sk-secret"}}}}'.encode()
    with pytest.raises(ConfigurationError) as caught:
        parse(content, ModelFile, file="f")
    assert "sk-secret" not in str(caught.value)
