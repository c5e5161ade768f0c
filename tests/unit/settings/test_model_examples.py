"""The examples in config/ are right, and are not in force where they lie."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bridge.gateway.endpoint import endpoint_of
from bridge.settings import model_file
from bridge.settings.json_file import parse
from bridge.settings.model_file import ModelFile
from bridge.settings.tables import camel_case

CONFIG = Path(__file__).parents[3] / "config"
EXAMPLES = sorted((CONFIG / "system" / "examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_a_configuration_that_can_be_asked(path: Path) -> None:
    file = parse(path.read_bytes(), ModelFile, file=path.name)
    environment = {file.api_key_env: "sk-1"} if file.api_key_required else {}
    assert file.configured(environment)
    assert endpoint_of(file, model="", environment=environment).keyed is file.api_key_required
    assert set(file.pricing) <= {file.model}
    assert not set(file.extra_body) & {"model", "messages", "stream"}
    assert "sk-" not in path.read_text()


def test_there_is_one_for_each_provider_and_the_readme_tells_of_it() -> None:
    names = [path.name for path in EXAMPLES]
    assert names == [
        f"system-model.{name}.json" for name in ("deepseek", "llamacpp", "ollama", "openai")
    ]
    readme = (CONFIG / "README.md").read_text()
    assert all(name in readme for name in names)


def test_nothing_is_in_force_by_default() -> None:
    assert not (CONFIG / "system" / model_file.NAME).exists()
    assert not list((CONFIG / "system").glob("*.json"))


def test_the_readme_names_every_key() -> None:
    readme = (CONFIG / "README.md").read_text()
    told = {"baseUrl", "apiKeyEnv", "apiKeyRequired", "headers", "extraBody", "jsonMode",
            "pricing", "trustProxyEnv", "model"}  # fmt: skip
    keys = {camel_case(each.name) for each in fields(ModelFile)}
    assert told <= keys
    assert all(f"`{key}" in readme for key in told)
