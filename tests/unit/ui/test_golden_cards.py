"""Cards of every kind as each game version is sent them, and as other programs read those.

`python tests/unit/ui/test_golden_cards.py` writes the golden file anew; look at what it changes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words, notice
from bridge.minecraft.transports.rcon_codec import MAX_BODY
from bridge.minecraft.version import GameVersion
from bridge.ui.markdown import lines_of
from bridge.ui.render import Look, clicks_of, render

if TYPE_CHECKING:
    from bridge.ui.render import Message

TESTS: Final = Path(__file__).parents[2]
GOLDEN: Final = TESTS / "data" / "golden_cards.json"
READER: Final = TESTS / "peers" / "prismarine_chat.js"
NODE_PATH: Final = os.pathsep.join(
    filter(None, (str(TESTS / ".cache" / "npm" / "node_modules"), os.environ.get("NODE_PATH")))
)
VERSIONS: Final = ("1.12", "1.16", "1.20.1", "1.21.4", "1.21.5", "1.21.11", "26.3")
SNBT: Final = ("1.21.5", "1.21.11", "26.3")
"""Where a component is read as SNBT."""

MARKDOWN: Final = '# Storage\n**Drawers** hold `64` stacks.\n- [x] [1] say "hi" \\ ◆\n> 存储 🙂'
BUTTONS: Final = (
    Button((Plain('The "Big" \\ Quest'), Plain(" (Chapter)", Style.FAINT)), Run("system:quest")),
    Button((Words("capability.system:help"),), Run("system:help")),
)
CARDS: Final = {
    "notice": notice("press.no_such_number", number=9),
    "list": Card(kind=CardKind.LIST, title=(Words("quests.all"),), buttons=BUTTONS),
    "options": Card(
        kind=CardKind.OPTIONS,
        title=(Words("options.title"),),
        lines=((Words("options.nothing_matched", style=Style.FAINT),),),
        buttons=BUTTONS,
    ),
    "answer": Card(
        kind=CardKind.ANSWER,
        title=(Plain("存储与物流"), Plain("  第一章", Style.FAINT)),
        lines=((Plain("- ", Style.FAINT), Plain("64 x 铁锭", Style.GOOD)), (Plain("§c{}'\"\\"),)),
    ),
    "model": Card(kind=CardKind.ANSWER, lines=lines_of(MARKDOWN), by_model=True),
    "long": Card(kind=CardKind.ANSWER, lines=((Plain("很长的回答。" * 120),),), by_model=True),
}


def rendered(version: str) -> dict[str, tuple[Message, ...]]:
    look = Look(
        language="zh_cn" if version == "1.16" else "en_us",
        clicks=clicks_of(GameVersion.parse(version)),
        limit=MAX_BODY - len(b"tellraw Mara "),
        press="@ai",
    )
    return {name: render(card, "abc", look) for name, card in CARDS.items()}


def golden() -> dict[str, dict[str, list[str]]]:
    return {
        version: {
            name: [message.component for message in messages]
            for name, messages in rendered(version).items()
        }
        for version in VERSIONS
    }


@cache
def has_prismarine() -> bool:
    if shutil.which("node") is None:
        return False
    found = subprocess.run(
        ["node", "-e", "require.resolve('prismarine-chat')"],
        env={**os.environ, "NODE_PATH": NODE_PATH},
        capture_output=True,
        check=False,
    )
    return found.returncode == 0


def read_by_prismarine(components: list[tuple[str, str]]) -> list[dict[str, Any]]:
    lines = [json.dumps({"version": v, "component": component}) for v, component in components]
    done = subprocess.run(
        ["node", str(READER)],
        input="\n".join(lines),
        env={**os.environ, "NODE_PATH": NODE_PATH},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_by_nbtlib(component: str) -> Any:
    """As the game reads it since 1.21.5: `\\n` in strings, lists of mixed things wrapped."""
    literal: Any = import_module("nbtlib.literal.parser")
    tag: Any = import_module("nbtlib.tag")

    class Parser(literal.Parser):
        def parse_list(self) -> Any:
            items: list[Any] = [self.parse() for _ in self.collect_tokens_until("CLOSE_BRACKET")]
            compounds = sum(isinstance(each, tag.Compound) for each in items)
            wrap = 0 < compounds < len(items)
            return tag.List(
                [
                    tag.Compound({"": each})
                    if wrap and not isinstance(each, tag.Compound)
                    else each
                    for each in items
                ]
            )

        def unquote_string(self, string: str) -> str:
            whole = string.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\\\")
            parent: Any = super()
            return str(parent.unquote_string(whole))

    return Parser(literal.tokenize(component)).parse()


def nbt_text(value: Any) -> str:
    if isinstance(value, str):
        return str(value)
    if hasattr(value, "keys"):
        return nbt_text(value[""]) if "" in value else str(value["text"])
    return "".join(nbt_text(each) for each in value)


def test_every_version_is_sent_what_it_was_sent_before() -> None:
    assert golden() == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_card_is_one_command_or_says_the_same_in_several(version: str) -> None:
    for name, messages in rendered(version).items():
        assert (len(messages) > 1) is (name == "long")
        for message in messages:
            assert len(f"tellraw Mara {message.component}".encode()) <= MAX_BODY


@pytest.mark.skipif(
    not has_prismarine(), reason="needs node and `npm install prismarine-chat` (.ci/run does it)"
)
def test_prismarine_chat_reads_the_same_text_and_no_click_but_our_presses() -> None:
    sent = [
        (version, message)
        for version in VERSIONS
        for messages in rendered(version).values()
        for message in messages
    ]
    read = read_by_prismarine([(version, message.component) for version, message in sent])
    for (version, message), seen in zip(sent, read, strict=True):
        assert seen["text"] == message.plain
        assert seen["hovers"] == []
        if version not in SNBT:  # it does not know the new keys
            presses = [click["value"] for click in seen["clicks"]]
            assert presses == [f"@ai {n + 1} abc" for n in range(len(presses))]


@pytest.mark.parametrize("version", SNBT)
def test_nbtlib_reads_the_same_text(version: str) -> None:
    pytest.importorskip("nbtlib")
    for messages in rendered(version).values():
        for message in messages:
            assert nbt_text(read_by_nbtlib(message.component)) == message.plain


if __name__ == "__main__":
    text = json.dumps(golden(), ensure_ascii=False, indent=1)
    GOLDEN.write_text(f"{text}\n", encoding="utf-8")
