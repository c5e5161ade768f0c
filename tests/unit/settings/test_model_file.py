"""`system-model.json`: when a model counts as configured."""

from __future__ import annotations

import json
from itertools import product

import pytest

from bridge.core.errors import ConfigurationError
from bridge.settings.json_file import parse
from bridge.settings.model_file import ModelFile


def read(**values: object) -> ModelFile:
    return parse(json.dumps(values).encode(), ModelFile, file="system-model.json")


def test_it_is_configured_exactly_as_the_contract_says() -> None:
    environment = {"KEY": "sk", "BLANK": " \t\n", "EMPTY": ""}
    for url, model, required, variable in product(
        ("", " ", "http://x/v1"),
        ("", "tiny"),
        (True, False),
        ("", "KEY", "BLANK", "EMPTY", "MISSING"),
    ):
        file = read(baseUrl=url, model=model, apiKeyRequired=required, apiKeyEnv=variable)
        named = bool(url.strip() and model)
        assert file.configured(environment) is (named and (not required or variable == "KEY"))


def test_a_file_that_names_nothing_is_no_model() -> None:
    assert not ModelFile().configured({})
    assert not read(apiKeyRequired=False).configured({})


def test_the_environment_is_looked_at_each_time() -> None:
    file = read(baseUrl="http://x", model="m", apiKeyEnv="KEY")
    environment: dict[str, str] = {}
    assert not file.configured(environment)
    environment["KEY"] = "sk"
    assert file.configured(environment)


def test_every_key_of_the_contract_is_accepted() -> None:
    file = read(
        baseUrl="http://x",
        model="m",
        apiKeyEnv="KEY",
        tiers={"high": "big"},
        roles={"route": "small"},
        pricing={"m": {"input": 0.1, "output": 0}},
        jsonMode="auto",
        useNativeFunctionCalling=True,
        headers={"X-Team": "secret"},
        extraBody={"seed": 1},
        trustProxyEnv=True,
    )
    assert file.pricing["m"].input == 0.1
    assert "KEY" not in repr(file)
    assert "secret" not in repr(file)


@pytest.mark.parametrize(
    "values",
    [
        {"apiKey": "sk"},
        {"baseUrl": 1},
        {"apiKeyRequired": "no"},
        {"pricing": {"m": {"input": -1, "output": 0}}},
        {"pricing": {"m": {"input": 1}}},
        {"headers": {"X": 1}},
        {"jsonMode": "sometimes"},
    ],
)
def test_a_wrong_value_refuses_the_file(values: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError):
        read(**values)
