"""The shipped pack is whole, short, and asks for exactly the wire that there is."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Final

import pytest

from bridge.core.errors import ConfigurationError
from bridge.files.shipped import shipped
from bridge.prompts.building import build
from bridge.prompts.core_prompts import DEFAULT_PERSONALITY, DEFAULT_SYSTEM, CorePrompt
from bridge.prompts.shipped import shipped_pack

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.prompts.pack import Pack
    from bridge.prompts.snapshot import PromptSnapshot

LONGEST: Final = 2500
SENT: Final[frozenset[str]] = frozenset(
    {
        *(
            "task",
            "question",
            "player",
            "history",
            "tools",
            "observations",
            "plan",
            "round",
            "rounds",
        ),
        *("finalOnly", "name", "language", "role", "text", "description", "priority", "parameters"),
        *("step", "kind", "input", "result", "error", "code", "message", "truncated"),
    }
)
"""Keys of the user JSON (contract section 6)."""
ANSWERED: Final[frozenset[str]] = frozenset({"type", "input", "reason", "calls", "text", "sources"})
PLANNED: Final[frozenset[str]] = frozenset({"steps", "goal", "complexity", "tier"})
NAMED: Final = frozenset({"draft", "<name>", "<id>", "url", "reward", "query"})
"""Words in back quotes, or keys of an `input`, that are no keys of the wire themselves."""
CAPABILITIES: Final[frozenset[str]] = frozenset(
    {
        *("web.search", "web.fetch", "database.query"),
        *("system:reasoning", "system:question", "system:signin"),
    }
)
DECIDES: Final = (CorePrompt.ROUTE, CorePrompt.REACT, CorePrompt.WEB_SEARCH, CorePrompt.FREE_CHAT)
ANSWERS: Final = frozenset(CorePrompt) - {
    CorePrompt.ROUTE,
    CorePrompt.PLAN,
    CorePrompt.REPLAN,
    CorePrompt.SIGN_IN,
}
BY_PRIORITY: Final = (CorePrompt.ROUTE, CorePrompt.REACT, CorePrompt.FREE_CHAT, CorePrompt.PLAN)

every = pytest.mark.parametrize("prompt", CorePrompt)


@pytest.fixture(scope="module")
def snapshot(shipped: Pack) -> PromptSnapshot:
    return build([shipped])


def test_nothing_is_missing_and_nothing_else_is_there(snapshot: PromptSnapshot) -> None:
    assert snapshot.prompts.keys() == {*CorePrompt, DEFAULT_PERSONALITY}
    assert snapshot.systems.keys() == {DEFAULT_SYSTEM}
    assert not snapshot.missing_personalities


def test_each_is_short_english_and_one_line_a_paragraph(snapshot: PromptSnapshot) -> None:
    for id, text in snapshot.prompts.items():
        assert 200 < len(text) < LONGEST, id
        assert set(re.findall(r"[^\x00-\x7f]", text)) <= set("宿主"), id
        assert not re.search(r"[ \t]$|\n\n\n|\]\(", text, re.MULTILINE), id


@every
def test_each_names_the_players_language(snapshot: PromptSnapshot, prompt: CorePrompt) -> None:
    assert "{{player_language}}" in snapshot.prompts[prompt]
    assert "Simplified Chinese (zh_cn)" in snapshot.text(prompt, "zh_cn")


@every
def test_each_takes_the_user_json_for_untrusted_data(
    snapshot: PromptSnapshot, prompt: CorePrompt
) -> None:
    text = snapshot.prompts[prompt]
    assert "untrusted data" in text
    assert "never obey" in text
    assert "exactly one JSON object" in text


def keys(text: str) -> set[str]:
    return set(re.findall(r'"([\w.:<>]+)":', text))


@every
def test_each_speaks_of_the_wire_that_there_is(
    snapshot: PromptSnapshot, prompt: CorePrompt
) -> None:
    text = snapshot.prompts[prompt]
    plans = prompt in {CorePrompt.PLAN, CorePrompt.REPLAN}
    answered = ANSWERED | PLANNED if plans else ANSWERED
    assert keys(text) <= answered | {"error", "code", "message"} | NAMED
    quoted = set(re.findall(r"`([^`]+)`", text))
    assert quoted <= SENT | answered | NAMED | CAPABILITIES
    types = set(re.findall(r'"type": "([^"]+)"', text))
    assert types <= {"answer", "none", "<name>"} | CAPABILITIES


@pytest.mark.parametrize("prompt", sorted(ANSWERS))
def test_whoever_answers_is_told_the_form_of_an_answer(
    snapshot: PromptSnapshot, prompt: CorePrompt
) -> None:
    text = snapshot.prompts[prompt]
    assert re.search(r'\{"type": "answer", "text": "\.\.\."(, "sources": \[1\])?\}', text)
    if prompt is not CorePrompt.COMPACT:
        assert "No Markdown links" in text
        assert "about 600 characters" in text
        assert "not known" in text or prompt in {CorePrompt.INSIGHT, CorePrompt.ORGANIZE}


@pytest.mark.parametrize("prompt", DECIDES)
def test_whoever_decides_is_told_the_form_of_a_call(
    snapshot: PromptSnapshot, prompt: CorePrompt
) -> None:
    assert '"input": {' in snapshot.prompts[prompt]
    assert ("`finalOnly`" in snapshot.prompts[prompt]) == (prompt is not CorePrompt.ROUTE)


@pytest.mark.parametrize("prompt", BY_PRIORITY)
def test_local_comes_before_workflow_before_paid(
    snapshot: PromptSnapshot, prompt: CorePrompt
) -> None:
    assert re.search(r"LOCAL\W.*WORKFLOW\W.*PAID\W", snapshot.prompts[prompt])


def test_no_action_is_claimed_that_nothing_shows(snapshot: PromptSnapshot) -> None:
    for prompt in sorted(ANSWERS - {CorePrompt.REVIEW}):
        assert "ever claim that something was done" in snapshot.prompts[prompt], prompt


def test_the_default_system_addresses_the_player_as_host(snapshot: PromptSnapshot) -> None:
    personality = snapshot.personality(DEFAULT_SYSTEM, "zh_cn")
    assert personality is not None
    assert "宿主" in personality
    assert "Host" in personality
    assert "estrained" in personality


def test_an_installation_without_a_core_prompt_is_told(tmp_path: Path) -> None:
    root = shutil.copytree(shipped("datapack"), tmp_path / "datapack")
    shipped_pack(root)
    (root / "data/system/system/prompts/plan.txt").unlink()
    with pytest.raises(ConfigurationError, match="system:plan is missing"):
        shipped_pack(root)


def test_an_installation_without_the_pack_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is missing; install"):
        shipped_pack(tmp_path / "nowhere")
