"""The common options may stand anywhere, but not among free words."""

from __future__ import annotations

import pytest

from bridge.cli.options import Options, extract
from bridge.core.errors import UsageError


@pytest.mark.parametrize(
    ("arguments", "options", "rest"),
    [
        (["status"], Options(), ["status"]),
        (["status", "--json"], Options(json=True), ["status"]),
        (["--config", "a.toml", "status"], Options(config="a.toml"), ["status"]),
        (["access", "show", "--server=x", "Mara"], Options(server="x"), ["access", "show", "Mara"]),
        (["quests", "list", "--all", "--json"], Options(json=True), ["quests", "list", "--all"]),
        (["ai", "--config", "c", "default"], Options(config="c"), ["ai", "default"]),
        (["ai", "default", "--json"], Options(), ["ai", "default", "--json"]),
        (
            ["ask", "--json", "--player", "Mara", "what", "is", "--config"],
            Options(json=True),
            ["ask", "--player", "Mara", "what", "is", "--config"],
        ),
        (
            ["ask", "--player", "Mara", "--explain", "--json", "hi"],
            Options(json=True),
            ["ask", "--player", "Mara", "--explain", "hi"],
        ),
        (["log", "parse", "--", "--json"], Options(), ["log", "parse", "--", "--json"]),
        (["run", "--directory", "/srv"], Options(directory="/srv"), ["run"]),
    ],
)
def test_extraction(arguments: list[str], options: Options, rest: list[str]) -> None:
    assert extract(arguments) == (options, rest)


def test_an_option_without_its_value_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="--config needs a value"):
        extract(["status", "--config"])
