"""What `bridge.minecraft.world` reads against what Java itself does with the same.

    .venv/bin/python -m scripts.prove.server_files [--texts N] [--seed N]

Random texts go through java.util.Properties and UUID.nameUUIDFromBytes, and a file is locked as
the game locks session.lock. Needs a JDK (11 or newer); without one it says so and exits with 3.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO

from bridge.core.errors import ReadError
from bridge.minecraft.world import is_held, offline_uuid, parse_properties

_MARKS = ["=", ":", " ", "\t", "\f", "\\", "\\", "\n", "\r", "\r\n", "#", "!", "\\u", "\\n", "\\t"]
_WORDS = ["a", "b", "key", "0041", "D83C", "DF89", "u", "é", "你", "🎉", "x1"]


def _text(random: Random) -> str:
    return "".join(
        random.choice(random.choice([_MARKS, _WORDS])) for _ in range(random.randrange(20))
    )


def _written(text: str) -> bytes:
    units = text.encode("utf-16-be")
    return len(units).to_bytes(4, "big") + units


class _Answers:
    """What the Java program writes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def number(self) -> int:
        return int.from_bytes(self._stream.read(4), "big", signed=True)

    def text(self) -> str:
        return self._stream.read(self.number()).decode("utf-16-be", "replace")

    def properties(self) -> dict[str, str] | None:
        """None where Java refuses the text."""
        size = self.number()
        return None if size < 0 else {self.text(): self.text() for _ in range(size)}


def _ours(text: str) -> dict[str, str] | None:
    try:
        return parse_properties(text)
    except ReadError:
        return None


def _named(properties: dict[str, str] | None) -> dict[str, str] | None:
    """Without the empty key, which Java also makes of some files that end in a continuation."""
    return properties and {key: value for key, value in properties.items() if key}


def _compare(texts: list[str], world: Path, java: str) -> int:
    lock = world / "session.lock"
    lock.touch()
    questions = world / "texts"
    questions.write_bytes(len(texts).to_bytes(4, "big") + b"".join(map(_written, texts)))
    program = Path(__file__).with_name("ServerFiles.java")
    command = [java, str(program), str(lock), str(questions)]
    wrong = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        answers = _Answers(asked.stdout)
        for text in texts:
            uuid, properties = answers.text(), answers.properties()
            if str(offline_uuid(text)) != uuid or _named(_ours(text)) != _named(properties):
                wrong += 1
                print(f"{text!r}: Java {properties}, we {_ours(text)}")
        held = is_held(world)
        asked.stdin.close()
    print(f"{len(texts)} texts, {wrong} read otherwise than by Java")
    print(f"the lock is seen while Java has it: {held}, and after it: {is_held(world)}")
    return wrong + (not held) + is_held(world)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    java = shutil.which("java")
    if java is None:
        print("no java here")
        return 3
    random = Random(options.seed)
    texts = [_text(random) for _ in range(options.texts)]
    with TemporaryDirectory() as world:
        return 1 if _compare(texts, Path(world), java) else 0


if __name__ == "__main__":
    sys.exit(main())
