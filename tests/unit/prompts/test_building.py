"""The files of all packs become one snapshot, or one error with file and line."""

from __future__ import annotations

import pytest

from bridge.core.errors import ConfigurationError
from bridge.prompts.building import build
from bridge.prompts.naming import Kind, Name
from bridge.prompts.pack import Pack
from bridge.prompts.snapshot import System


def pack(
    label: str = "p",
    prompts: dict[str, bytes] | None = None,
    systems: dict[str, bytes] | None = None,
) -> Pack:
    files = {Name(Kind.PROMPT, id): content for id, content in (prompts or {}).items()}
    files |= {Name(Kind.SYSTEM, id): content for id, content in (systems or {}).items()}
    return Pack(label=label, files=files)


def refused(system: bytes) -> str:
    with pytest.raises(ConfigurationError) as caught:
        build([pack("datapacks/p", systems={"a:b": system})])
    return str(caught.value).removeprefix("datapacks/p/data/a/system/systems/b.json:")


def test_the_later_pack_wins_file_by_file() -> None:
    snapshot = build(
        [
            pack(prompts={"a:x": b"one", "a:y": b"one"}, systems={"a:s": b'{"name": "One"}'}),
            pack(prompts={"a:y": b"two", "a:z": b"two"}, systems={"a:s": b'{"name": "Two"}'}),
        ]
    )
    assert snapshot.prompts == {"a:x": "one", "a:y": "two", "a:z": "two"}
    assert snapshot.systems == {"a:s": System(name="Two")}


def test_a_prompt_and_a_system_may_have_one_id() -> None:
    snapshot = build([pack(prompts={"a:x": b"text"}, systems={"a:x": b'{"name": "X"}'})])
    assert (snapshot.prompts["a:x"], snapshot.systems["a:x"].name) == ("text", "X")


def test_a_system_has_a_name_and_perhaps_a_personality_and_modules() -> None:
    content = b'{"name": "X", "personality_prompt": "a:p/q", "modules": ["system:quests", "b:c"]}'
    system = build([pack(systems={"a:b": b"\xef\xbb\xbf" + content})]).systems["a:b"]
    assert system == System(name="X", personality_prompt="a:p/q", modules=("system:quests", "b:c"))
    assert (
        build([pack(systems={"a:b": b'{"name": "X", "modules": []}'})]).systems["a:b"].modules == ()
    )


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "1: is not JSON"),
        (b'{"name": "X",}', "1: is not JSON"),
        (b'{\n"name": "X",\n"modles": []}', "3: modles: unknown key"),
        (b'{"name": "X", "personalityPrompt": "a:b"}', "1: personalityPrompt: unknown key"),
        (b"{}", "?: name: is missing"),
        (b'{"name": ""}', "1: name: "),
        (b'{"name": 1}', "1: name: "),
        (b'{"name": "X",\n"personality_prompt": "no id"}', "2: personality_prompt: "),
        (b'{"name": "X", "personality_prompt": "../a:b"}', "1: personality_prompt: "),
        (b'{"name": "X", "modules": "a:b"}', "1: modules: "),
        (b'{"name": "X", "modules": [1]}', "1: modules.0: "),
        (b'{"name": "X", "name": "Y"}', "1: name: stands twice"),
        (b"[]", "1: is not a JSON object"),
        (b"\xff", "?: is not UTF-8"),
        (b"[" * 60_000, "?: is nested too deeply"),
    ],
)
def test_a_wrong_system_is_told_with_its_line(content: bytes, problem: str) -> None:
    assert refused(content).startswith(problem)


def test_a_file_that_a_stronger_pack_replaces_is_checked_as_well() -> None:
    with pytest.raises(ConfigurationError, match=r"weak/data/a/system/prompts/x\.txt:1: "):
        build(
            [
                pack("weak", prompts={"a:x": b"{{no}}"}),
                pack("strong", prompts={"a:x": b"text"}),
            ]
        )
