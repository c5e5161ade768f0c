"""A path in a pack is a prompt, a system, nothing of ours, or a trick."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.prompts.naming import Kind, Name, name_of

STEPS = st.sampled_from(
    ["data", "system", "System", "prompts", "systems", "..", ".", "", "a", "B", "x.txt", "y.json"]
)


@pytest.mark.parametrize(
    ("path", "kind", "id"),
    [
        ("data/system/system/prompts/chat.txt", Kind.PROMPT, "system:chat"),
        ("data/a/system/prompts/personality/b-c.txt", Kind.PROMPT, "a:personality/b-c"),
        ("data/a.b/system/prompts/a/b/c/d.txt", Kind.PROMPT, "a.b:a/b/c/d"),
        ("data/a/system/prompts/x.y.txt", Kind.PROMPT, "a:x.y"),
        ("data/a/system/systems/b.json", Kind.SYSTEM, "a:b"),
    ],
)
def test_ids_are_namespace_and_path(path: str, kind: Kind, id: str) -> None:
    assert name_of(path) == Name(kind, id)


@pytest.mark.parametrize(
    "path",
    [
        "pack.mcmeta",
        "data/system/function/ai/default.mcfunction",
        "data/system/system/prompts/README.md",
        "data/system/system/prompts/chat.txt~",
        "data/system/system/prompts/.chat.txt.swp",
        "data/system/system/systems/default.txt",
        "data/system/prompts/chat.txt",
        "other/data/system/system/prompts/chat.txt",
        "../outside.txt",
        "/etc/passwd",
        "",
    ],
)
def test_the_rest_of_a_pack_is_not_looked_at(path: str) -> None:
    assert name_of(path) is None


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/data/system/system/prompts/chat.txt", "no plain path"),
        ("../data/system/system/prompts/chat.txt", "no plain path"),
        ("data/x/../system/system/prompts/chat.txt", "no plain path"),
        ("data/system/system/prompts/./chat.txt", "no plain path"),
        ("data//system/system/prompts/chat.txt", "no plain path"),
        ("data\\system\\system\\prompts\\chat.txt", "no plain path"),
        ("data/system/system/prompts/Chat.txt", "a-z"),
        ("data/system/system/prompts/chat.TXT", "a-z"),
        ("data/system/System/prompts/chat.txt", "a-z"),
        ("data/system/system/Prompts/chat.txt", "a-z"),
        ("data/system/system/prompts/ch at.txt", "a-z"),
        ("data/system/system/prompts/聊天.txt", "a-z"),
        ("data/system/system/prompts/chat\0.txt", "a-z"),
        ("data/system/system/prompts/a/b/c/d/e.txt", "more than 3 folders"),
        ("data/system/system/systems/a/b.json", "more than 0 folders"),
        (f"data/system/system/prompts/{'a' * 200}.txt", "longer than 200"),
    ],
)
def test_what_the_game_would_not_load_is_refused(path: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        name_of(path)


@given(st.lists(STEPS, max_size=8))
def test_no_two_paths_have_one_name(steps: list[str]) -> None:
    path = "/".join(steps)
    try:
        name = name_of(path)
    except ValueError:
        return
    if name is not None:
        namespace, _, inner = name.id.partition(":")
        suffix = {Kind.PROMPT: "txt", Kind.SYSTEM: "json"}[name.kind]
        assert path == f"data/{namespace}/system/{name.kind.value}/{inner}.{suffix}"
