from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.files.shipped import shipped
from bridge.setup.bridge_file import name_for, quoted, with_server

SHIPPED = (shipped("config") / "bridge.toml").read_text("utf-8")
PATHS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def test_the_example_that_we_ship_is_put_into_force() -> None:
    text = with_server(SHIPPED, "main", "/srv/minecraft two")
    assert tomllib.loads(text)["servers"] == {"main": {"directory": "/srv/minecraft two"}}
    assert len(text.splitlines()) == len(SHIPPED.splitlines())
    assert "# where server.properties is" in text


def test_a_second_server_comes_at_the_end_and_the_rest_stays() -> None:
    text = with_server(with_server(SHIPPED, "main", "/a"), "b", "/b")
    assert text.startswith(with_server(SHIPPED, "main", "/a"))
    assert list(tomllib.loads(text)["servers"]) == ["main", "b"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[servers.main]\ndirectory = "/a"\n'),
        ("\ufeff", '\ufeff\n[servers.main]\ndirectory = "/a"\n'),
        ("[log]", '[log]\n\n[servers.main]\ndirectory = "/a"\n'),
        ("[log]\r\n", '[log]\r\n\r\n[servers.main]\r\ndirectory = "/a"\r\n'),
    ],
)
def test_line_ends_and_a_mark_at_the_beginning_stay(before: str, after: str) -> None:
    assert with_server(before, "main", "/a") == after


@given(PATHS)
def test_any_path_is_read_back(path: str) -> None:
    assert tomllib.loads(f"a = {quoted(path)}") == {"a": path}
    assert tomllib.loads(with_server(SHIPPED, "main", path))["servers"]["main"]["directory"] == path


def test_a_path_that_is_no_text_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        quoted("/srv/\udcff")


@pytest.mark.parametrize(
    ("folder", "taken", "name"),
    [
        ("a", set[str](), "main"),
        ("Survival 2!", {"main"}, "Survival-2"),
        ("a", {"main", "a"}, "a-2"),
        ("日本", {"main"}, "server"),
        ("x" * 200, {"main"}, "x" * 48),
    ],
)
def test_a_server_gets_a_name_that_is_free(folder: str, taken: set[str], name: str) -> None:
    assert name_for(folder, taken) == name
