"""Where a key first stands."""

from __future__ import annotations

import pytest

from bridge.settings.positions import json_line, toml_line

TOML = """\
# comment
[servers.main]
directory = "x"   # directory = "y"
rcon = { host = "h", port = 1 }

[servers.other.rcon]
port = 2

[state]
keep_days.trace = 3
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("servers", "main", "directory"), 3),
        (("servers", "main", "rcon", "port"), 4),
        (("servers", "other", "rcon", "port"), 7),
        (("servers", "other"), 6),
        (("state", "keep_days", "trace"), 10),
        (("state", "unwritten"), 9),
        (("nowhere",), None),
    ],
)
def test_toml_keys(path: tuple[str, ...], line: int | None) -> None:
    assert toml_line(TOML, path) == line


def test_json_keys() -> None:
    text = '{\n  "policies": {\n    "system:reasoning": {"steps": 1}\n  }\n}'
    assert json_line(text, ("policies", "system:reasoning", "steps")) == 3
    assert json_line(text, ("policies", "missing")) == 2
    assert json_line(text, ("missing",)) is None
