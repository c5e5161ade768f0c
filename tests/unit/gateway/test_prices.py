"""The owner's prices come first; the published ones need their package and a public host."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from bridge.core.model_calls import Usage
from bridge.gateway import prices
from tests.unit.gateway.conftest import asking, linked, model_file

OPENAI = "https://api.openai.com/v1"
USED = Usage(input_tokens=1000, output_tokens=500)
published = pytest.mark.skipif(
    find_spec("genai_prices") is None, reason="the extra `prices` is not installed"
)


def test_the_owners_price_is_per_thousand_tokens() -> None:
    file = model_file(OPENAI, pricing={"tiny": {"input": 0.5, "output": 2.0}})
    assert prices.price_of(file, "tiny", USED) == 1.5
    assert not prices.is_slow(file, "tiny")


@pytest.mark.parametrize(
    "base_url",
    ["http://127.0.0.1:11434/v1", "http://localhost:1/v1", "http://[::1]/v1", "http://box.lan/v1",
     "http://10.0.0.7/v1", "http://ollama/v1", "http://[::1/v1", ""],
)  # fmt: skip
def test_a_host_of_the_owners_has_no_published_price(base_url: str) -> None:
    file = model_file(base_url)
    assert prices.price_of(file, "gpt-4.1-mini", USED) is None
    assert not prices.is_slow(file, "gpt-4.1-mini")


@published
def test_the_published_list_knows_providers_by_their_host() -> None:
    prices.load()
    file = model_file(OPENAI)
    assert prices.price_of(file, "gpt-4.1-mini", USED) == pytest.approx(0.0012)
    cached = Usage(input_tokens=1000, output_tokens=500, cached_tokens=900)
    assert (prices.price_of(file, "gpt-4.1-mini", cached) or 1) < 0.0012
    assert prices.price_of(file, "no-such-model", USED) is None
    assert prices.price_of(model_file("https://models.example/v1"), "gpt-4.1-mini", USED) is None


def test_without_the_package_a_price_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    assert prices.price_of(model_file(OPENAI), "gpt-4.1-mini", USED) is None
    assert not prices.is_slow(model_file(OPENAI), "gpt-4.1-mini")


async def test_a_reply_costs_what_the_list_says_of_the_model_that_was_asked() -> None:
    listed = {"tiny": {"input": 1.0, "output": 10.0}}
    async with linked(["hello"] * 2, pricing=listed) as line:
        assert (await line.client.complete(asking())).cost == pytest.approx(0.15)
        assert (await line.client.complete(asking(model="other"))).cost is None
        assert line.client.price("", input_tokens=1000, output_tokens=100) == 2.0
        assert line.client.price("other", input_tokens=1, output_tokens=1) is None
