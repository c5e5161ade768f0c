"""The options of the command line, and those that every command takes (contract section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Option:
    """`name` begins with two dashes; `value` is what its value is called, "" for a flag."""

    name: str
    help: str
    value: str = ""


COMMON: Final = (
    Option("--config", "default: config/bridge.toml, from here upward", "FILE"),
    Option("--directory", "that server alone, its state in state/<its name>", "SERVER_DIRECTORY"),
    Option("--server", "which of several servers", "NAME"),
    Option("--json", "one JSON document on standard output"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The common options as they were given."""

    config: str | None = None
    directory: str | None = None
    server: str | None = None
    json: bool = False

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Options:
        """From the values by the option's name; those of other options are not looked at."""
        return cls(
            config=values.get("--config"),
            directory=values.get("--directory"),
            server=values.get("--server"),
            json="--json" in values,
        )
