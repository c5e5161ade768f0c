"""The options that every command takes."""

from __future__ import annotations

from bridge.cli.options import COMMON, Options


def test_what_was_not_given_is_nothing() -> None:
    assert Options.of({"--all": ""}) == Options()


def test_every_common_option_has_its_place() -> None:
    given = {option.name: option.value.lower() for option in COMMON}
    assert Options.of(given) == Options(
        config="file", directory="server_directory", server="name", json=True
    )
