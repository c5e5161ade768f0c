"""Our own words, by language: flat JSON files under `lang/<language>/`, one a subject."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Named, Plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.core.cards import Line, Part

LANGUAGES: Final = ("en_us", "zh_cn")


@cache
def phrases(language: str) -> Mapping[str, str]:
    """Every sentence of one of `LANGUAGES`, by key."""
    found: dict[str, str] = {}
    for file in sorted((resources.files("bridge.ui") / "lang" / language).iterdir(), key=str):
        found.update(json.loads(file.read_text(encoding="utf-8")))
    return found


def say(part: Part, language: str) -> str:
    """The text of one part in one of `LANGUAGES`."""
    if isinstance(part, Plain | Named):
        return part.text
    return phrases(language)[part.key].format(**part.args)


def say_line(line: Line, language: str) -> str:
    """The text of a line."""
    return "".join(say(part, language) for part in line)


def language_of(text: str, otherwise: str) -> str:
    """Chinese if the text holds Chinese characters (contract section 4, "Language")."""
    return "zh_cn" if any("\u4e00" <= character <= "\u9fff" for character in text) else otherwise


def client_language(code: str, otherwise: str) -> str:
    """The one of `LANGUAGES` for a client's own: `zh_tw` is read as Chinese, `fr_fr` as English."""
    match code.lower().replace("-", "_").partition("_")[0]:
        case "zh" | "lzh":
            return "zh_cn"
        case "":
            return otherwise
        case _:
            return "en_us"
