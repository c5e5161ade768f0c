"""Replies of models, damaged in many ways: no exception, and no player is shown a tool's JSON.

    scripts/prove/agent_replies.py [--replies 100000] [--seed 1] [--write docs/proof.md]

Right replies (calls, sets of calls, answers, routing's words, results that a model echoes) are
fenced, wrapped, cut, doubled, quoted, mixed and damaged at random, and given to a loop of two
rounds with a typed tool. What the loop shows is judged by rules of this script alone, which knows
nothing of how replies are read: the text is not blank, holds no control characters, is no JSON, and
nothing in it decodes as an object that is a call, a decision or a result of a tool. A reply that
was made of calls and results alone brings no answer at all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from pydantic import Field

from bridge.agent.loop import ReActLoop
from bridge.agent.policy import BUILT_IN, REASONING
from bridge.tools.arguments import Shape
from scripts.prove.section import put_section
from tests.fakes.actions import action, context
from tests.fakes.executions import FakeAuthority, asked, execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 2
LONGEST: Final = 70_000
"""Characters of a damaged reply: some more than are read."""
POLICY: Final = replace(BUILT_IN[REASONING], rounds=ROUNDS)

CALLS: Final = (
    '{"type":"quests.find","input":{"text":"iron","page":2},"reason":"to look"}',
    '{"type": "quests.find", "input": {"text": "{\\"a\\": [1]}"}}',
    '{"type":"no.such","input":{}}',
    '{"type":"quests.list"}',
    '{"calls":[{"type":"quests.find","input":{"text":"iron"}},{"type":"items.find","input":{}}]}',
    '{"input":{"text":"iron"},"type":"quests.find"}',
    '{"type":"none"}',
    '{"quests":[{"id":"A","title":"Iron Age"}],"total":1}',
    '{"error":{"code":"failed","message":"no such quest"}}',
    '{"step":1,"kind":"tool","name":"quests.find","input":{},"result":{"text":"iron"}}',
    '{"truncated":true,"text":"[{\\"id\\":\\"A\\""}',
)
ANSWERS: Final = (
    '{"type":"answer","text":"Below y 16.","sources":[1]}',
    '{"type":"answer","text":"First:\\n- dig\\n- smelt [1]","sources":[1,2]}',
    '{"text":"铁矿石在 y 16 以下。","sources":[1]}',
    '{"type":"answer","text":"Write {\\"text\\":\\"hi\\"} after tellraw."}',
)
_PROSE: Final = ("Sure! ", "I would look. ", "\n\n", "Answer: ", "{ hm ", "a } b ", '"x" ', "答: ")
_BYTES: Final = '{}[]",:\\\n \t0123456789.-eE"abtrufn/\x00\ud800\u202e界😀<>`'


@dataclass(frozen=True, slots=True)
class Reply:
    """A damaged reply. `told`: something that it was made of is an answer."""

    text: str
    told: bool


class Damage:
    """Makes replies."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._ways: tuple[Callable[[Reply], Reply], ...] = (
            self._fenced, self._in_prose, self._thought, self._cut, self._cut, self._doubled,
            self._swapped, self._swapped, self._removed, self._removed, self._put_in, self._put_in,
            self._commas, self._quoted_as_answer, self._quoted, self._nested, self._upper,
            self._long, self._numbers, self._in_list, self._single,
        )  # fmt: skip

    def reply(self) -> Reply:
        """One right reply after one to four kinds of damage."""
        reply = self._right()
        for way in self._random.choices(self._ways, k=self._random.randint(1, 4)):
            reply = way(reply)
            reply = replace(reply, text=reply.text[:LONGEST])
        return reply

    def _right(self) -> Reply:
        if self._random.random() < 0.7:
            return Reply(self._random.choice(CALLS), told=False)
        return Reply(self._random.choice(ANSWERS), told=True)

    def _place(self, text: str) -> int:
        return self._random.randint(0, len(text))

    def _fenced(self, reply: Reply) -> Reply:
        mark = self._random.choice(("```json\n", "```\n", "```JSON ", "``` "))
        end = self._random.choice(("\n```", "```", ""))
        return replace(reply, text=f"{mark}{reply.text}{end}")

    def _in_prose(self, reply: Reply) -> Reply:
        before, after = self._random.choices(_PROSE, k=2)
        return replace(reply, text=f"{before}{reply.text}{after}")

    def _thought(self, reply: Reply) -> Reply:
        inside = self._random.choice((*CALLS, "hm", "{"))
        opening, closing = self._random.choice(
            (("<think>", "</think>"), ("", "</think>"), ("<think>", ""), ("<reasoning>", "</x>"))
        )
        return replace(reply, text=f"{opening}{inside}{closing}{reply.text}")

    def _cut(self, reply: Reply) -> Reply:
        place = self._place(reply.text)
        text = reply.text[:place] if self._random.random() < 0.7 else reply.text[place:]
        return replace(reply, text=text)

    def _doubled(self, reply: Reply) -> Reply:
        other = self._random.choice((reply, self._right()))
        between = self._random.choice(("", "\n", ",", " and "))
        return Reply(f"{reply.text}{between}{other.text}", reply.told or other.told)

    def _swapped(self, reply: Reply) -> Reply:
        place = self._place(reply.text)
        other = self._random.choice(_BYTES)
        return replace(reply, text=f"{reply.text[:place]}{other}{reply.text[place + 1 :]}")

    def _removed(self, reply: Reply) -> Reply:
        place, size = self._place(reply.text), self._random.choice((1, 1, 1, 2, 5, 20))
        return replace(reply, text=reply.text[:place] + reply.text[place + size :])

    def _put_in(self, reply: Reply) -> Reply:
        place = self._place(reply.text)
        more = "".join(self._random.choices(_BYTES, k=self._random.choice((1, 1, 2, 8))))
        return replace(reply, text=f"{reply.text[:place]}{more}{reply.text[place:]}")

    def _commas(self, reply: Reply) -> Reply:
        return replace(reply, text=reply.text.replace("}", ",}").replace("]", ",]"))

    def _quoted_as_answer(self, reply: Reply) -> Reply:
        """What must be found out: the answer's text is itself such a reply."""
        before = self._random.choice(("", "", *_PROSE))
        answer = {"type": "answer", "text": before + reply.text}
        if self._random.random() < 0.3:
            del answer["type"]
        return Reply(json.dumps(answer, ensure_ascii=self._random.random() < 0.5), told=True)

    def _quoted(self, reply: Reply) -> Reply:
        return replace(reply, text=json.dumps(reply.text))

    def _nested(self, reply: Reply) -> Reply:
        count = self._random.choice((1, 5, 40, 2_000))
        opening, closing = self._random.choice((("[", "]"), ('{"a":', "}")))
        return replace(reply, text=f"{opening * count}{reply.text}{closing * count}")

    def _upper(self, reply: Reply) -> Reply:
        return replace(reply, text=reply.text.upper())

    def _long(self, reply: Reply) -> Reply:
        count = self._random.choice((100, 9_000))
        return replace(reply, text=reply.text.replace("iron", "iron " * count))

    def _numbers(self, reply: Reply) -> Reply:
        word = self._random.choice(("NaN", "1e999", "-Infinity", "1.0", "9" * 5_000, "-0", "01"))
        return replace(reply, text=reply.text.replace("2", word).replace("1", word))

    def _in_list(self, reply: Reply) -> Reply:
        return replace(reply, text=f"[{reply.text}]")

    def _single(self, reply: Reply) -> Reply:
        return replace(reply, text=reply.text.replace('"', "'"))


def wrong(text: str) -> str:
    """Why a player must not be shown this; empty where nothing is wrong with it."""
    if not text.strip():
        return "it is blank"
    if any(ord(each) < 32 and each not in "\n\t" for each in text):
        return "a control character is in it"
    if any(0xD800 <= ord(each) < 0xE000 for each in text):
        return "half a character is in it"
    if _is_json(text.replace("```json", "").replace("```", "").strip()):
        return "it is JSON"
    decoder = json.JSONDecoder()
    for place, each in enumerate(text):
        if each == "{":
            try:
                value, _ = decoder.raw_decode(text, place)
            except (ValueError, RecursionError):
                continue
            if _is_a_tools(value):
                return "a call, a decision or a result is in it"
    return ""


def _is_json(text: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict | list)


def _is_a_tools(value: dict[str, Any]) -> bool:
    if isinstance(value.get("type"), str) and isinstance(value.get("input"), dict):
        return True
    if value.get("type") == "answer" and "text" in value:
        return True
    return (
        isinstance(value.get("calls"), list)
        or ("step" in value and "result" in value)
        or (isinstance(value.get("error"), dict) and "code" in value["error"])
    )


@dataclass(slots=True)
class Tally:
    """What came of the replies."""

    replies: int = 0
    answers: int = 0
    ends: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    """The first of what must not happen."""

    def blame(self, problem: str, replies: list[Reply]) -> None:
        """Something went wrong with these."""
        self.wrong.append(f"{problem}: {[each.text[:300] for each in replies]}")


async def prove(count: int, seed: int) -> Tally:
    """So many replies, two to each loop."""
    damage, tally = Damage(Random(seed)), Tally()
    find = action(inputs=Shape(dict[str, Annotated[str | int, Field()]]), value={"quests": ["A"]})
    while tally.replies < count:
        replies = [damage.reply() for _ in range(ROUNDS)]
        model = ScriptedModel([each.text for each in replies])
        try:
            async with execution(
                kernel(model), FakeAuthority(calls=10**9), policy=POLICY, request=asked()
            ) as running:
                finished = await ReActLoop(context([find], rounds=ROUNDS), running).run()
        except Exception as error:  # noqa: BLE001 - none may come
            tally.blame(type(error).__name__, replies)
            finished = None
        used = replies[: len(model.requests)]
        tally.replies += len(used)
        for request in model.requests:
            json.loads(request.user.encode().decode())
        if finished is None:
            continue
        if finished.answer is None:
            tally.ends[type(finished.failure).__name__] += 1
            continue
        tally.answers += 1
        if problem := wrong(finished.answer.text):
            tally.blame(problem, used)
        elif not used[-1].told:
            tally.blame("no answer was in it", used)
    return tally


def told(tally: Tally, seconds: float) -> str:
    """The text of the section."""
    ends = ", ".join(f"{count:,} {name}" for name, count in sorted(tally.ends.items()))
    return (
        f"- {tally.replies:,} damaged replies in {seconds:.0f} s: {tally.answers:,} loops ended "
        f"with an answer, the others without ({ends})\n"
        "- Exceptions, answers that are tool JSON or hold it, blank answers, answers from a reply "
        f"that held none: {len(tally.wrong)}"
    )


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replies", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = perf_counter()
    tally = asyncio.run(prove(options.replies, options.seed))
    text = told(tally, perf_counter() - began)
    print(text)
    print("\n".join(tally.wrong[:10]))
    if options.write:
        put_section(options.write, "agent-replies", "Damaged replies of models", text)
    return int(bool(tally.wrong))


if __name__ == "__main__":
    sys.exit(main())
