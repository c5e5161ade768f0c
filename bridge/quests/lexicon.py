"""Every word of a book in one language: its own texts, language keys, and names of things.

Where a text comes from (A3): eras 1 to 3 have it inside the object. Era 4 looks in the file of the
wanted locale, then in that of the book's fallback; a text inside an object counts as en_us and
beats the en_us file there.

Nothing here is longer than a reader bears, and what no one could see counts as empty.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

from bridge.minecraft import text
from bridge.quests import fields
from bridge.quests.phrases import phrases_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.quests.fields import Tree

DEFAULT_LOCALE = "en_us"
TITLE = 200
"""Characters of a title, a name or any other text of one line."""
LINE = 4_000
"""Characters of one line of a description."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Blanks, controls and format characters; and letters and marks that are drawn as nothing.
_UNSEEN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
_DRAWN_AS_NOTHING = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
# Words without any code, blank at their ends or character that is drawn as nothing.
_WORDS = re.compile(r"(?!\[)[!#-%'-Z\[\]^-z|~](?:[ !#-%'-Z\[\]^-z|~\"]*[!#-%'-Z\[\]^-z|~\"])?")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SIMPLE_PATH = re.compile(r"[a-z]+(?:_[a-z]+)*")
_PREFIXES: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "block"),
    "entity": ("entity",),
    "fluid": ("fluid_type", "fluid", "block"),
    "block": ("block",),
    "biome": ("biome",),
}


class Names(Protocol):
    """Names of items beyond what the pack's own language files say: the item index has one."""

    def __call__(self, item: str, locale: str, /) -> str | None:
        """The name that a player of this language sees, or None."""
        ...


class Keys(Protocol):
    """Texts by language keys: a mapping, or what looks them up."""

    def get(self, key: str, /) -> str | None:
        """The text behind a key."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A description: plain lines, the quests it leads to and the addresses it opens."""

    lines: tuple[str, ...] = ()
    quests: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


def derived_name(identifier: str) -> str:
    """A readable name out of an id alone: `minecraft:oak_log` is `Oak Log`."""
    path = identifier.rpartition(":")[2]
    if _SIMPLE_PATH.fullmatch(path):
        return path.replace("_", " ").title()
    words = _PARTS.findall(path if path.islower() else _CAMEL.sub(" ", path))
    return " ".join([word[:1].upper() + word[1:] for word in words]) or identifier


def shortened(words: str, limit: int) -> str:
    """The words, or as many as fit and an ellipsis."""
    return words if len(words) <= limit else f"{words[: limit - 1].rstrip()}…"


def is_visible(words: str) -> bool:
    """Whether a reader would see anything of it."""
    return any(
        unicodedata.category(each) not in _UNSEEN and each not in _DRAWN_AS_NOTHING
        for each in words
    )


def no_names(_item: str, _locale: str) -> None:
    """`Names` that know nothing."""
    return


def text_sources(locale: str, fallback: str, texts: Mapping[str, Tree]) -> tuple[Tree | None, ...]:
    """Where era 4 looks for a text, best first; None is the text inside the object."""
    order: list[Tree | None] = []
    for each in dict.fromkeys((locale, fallback)):
        if each == DEFAULT_LOCALE:
            order.append(None)
        if each in texts:
            order.append(texts[each])
    return tuple(order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The words of one locale.

    `keys` are language keys, best first. `texts` are the files of era 4, best first; None among
    them is the text inside the object.
    """

    locale: str = DEFAULT_LOCALE
    keys: tuple[Keys, ...] = ()
    texts: tuple[Tree | None, ...] = (None,)
    names: Names = no_names
    phrases: Mapping[str, str] = field(init=False)
    _named: dict[tuple[str, str], str] = field(
        init=False, repr=False, compare=False, default_factory=dict[tuple[str, str], str]
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrases", phrases_for(self.locale))

    def translate(self, key: str) -> str | None:
        """The text behind a language key of the pack."""
        for mapping in self.keys:
            if (value := mapping.get(key)) is not None:
                return value
        return None

    def phrase(self, name: str, *, about: str = "", n: int = 0) -> str:
        """A title that the game makes up."""
        words = self.phrases[name].format(name=about[: TITLE + 1], n=n)
        return words if len(words) <= TITLE else shortened(words, TITLE)

    def plain(self, raw: str) -> str:
        """One line of words; "" where there is nothing but unknown keys and codes."""
        words = raw
        if "&" in raw and raw[0] not in "[ ":
            words = text.without_colours(raw).strip()
        if len(words) <= TITLE and _WORDS.fullmatch(words):  # nearly every title there is
            return words
        return _title(text.plain(raw, self.translate))

    def component(self, written: object) -> str:
        """The same of a text component that stands as a value in its tree."""
        return _title(text.component_text(written, self.translate).replace("\n", " ").strip())

    def line(self, entry: str, tree: Tree, key: str) -> str:
        """A one-line text. `entry` is its key in era 4's files, `key` its place in the object."""
        for source in self.texts:
            raw = tree.get(key) if source is None else source.get(entry)
            if not raw:
                continue
            if words := self.plain(raw) if isinstance(raw, str) else self._title_of(raw):
                return words
        return ""

    def _title_of(self, raw: object) -> str:
        """A title that is no string, as no known version writes one: lines, or a component."""
        lines = cast("list[object]", raw) if isinstance(raw, list) else [raw]
        words = [
            self.plain(line) if isinstance(line, str) else self.component(cast("object", line))
            for line in lines
            if isinstance(line, (str, dict))
        ]
        return shortened(" ".join(filter(None, words)), TITLE)

    def lines(self, entry: str, tree: Tree, key: str) -> Lines:
        """A text of many lines, without blank ones at its ends or next to each other."""
        for source in self.texts:
            if key not in tree if source is None else entry not in source:
                continue
            raw = fields.values(tree, key) if source is None else fields.values(source, entry)
            lines = [line for line in map(_as_line, raw) if line is not None]
            if any(lines):
                return self._read(lines)
        return _NO_LINES

    def _read(self, raw: list[str]) -> Lines:
        joined = "\n".join(raw)
        if len(joined) <= LINE and _is_plain(joined):  # as most descriptions are
            return Lines(lines=_paragraphs(joined))
        parsed = text.parse_lines(raw, self.translate)
        return Lines(
            lines=_paragraphs(parsed.text),
            quests=tuple(dict.fromkeys(parsed.quests)),
            links=tuple(dict.fromkeys(parsed.links)),
        )

    def name(self, kind: str, identifier: str) -> str:
        """The name of an item, entity, fluid, ...; a tag (`#`) is its own name."""
        known = self._named.get((kind, identifier))
        if known is None:
            known = self._named[kind, identifier] = self._name(kind, identifier)
        return known

    def _name(self, kind: str, identifier: str) -> str:
        if identifier.startswith("#"):
            return shortened(identifier, TITLE)
        if self.names is not no_names and kind == "item":
            found = self.names(identifier, self.locale)
            if found and (words := self.plain(found)):
                return words
        if not self.keys:
            return shortened(derived_name(identifier), TITLE)
        namespace, _, path = identifier.rpartition(":")
        place = f"{namespace or 'minecraft'}.{path.replace('/', '.')}"
        for prefix in _PREFIXES.get(kind, ()):
            found = self.translate(f"{prefix}.{place}")
            if found and (words := self.plain(found)):
                return words
        return shortened(derived_name(identifier), TITLE)


_NO_LINES = Lines()


def _as_line(raw: object) -> str | None:
    """A line as a string holds it: a text component may also stand as a tree."""
    if isinstance(raw, str):
        return raw
    return json.dumps(raw) if isinstance(raw, (dict, list)) and raw else None


def _is_plain(words: str) -> bool:
    """Whether nothing in it can be more than it looks like: a code, a key, a component."""
    if "&" in words or "{" in words or "[" in words or "\\" in words or "§" in words:
        return False
    return words.isascii() or not _SURROGATE.search(words)


def _paragraphs(words: str) -> tuple[str, ...]:
    """The lines without blank ones at their ends or next to each other."""
    lines = [line.strip() for line in words.split("\n")]
    if len(words) > LINE:
        lines = [shortened(line, LINE) for line in lines]
    if not all(lines):
        lines = [line for line, before in zip(lines, ("", *lines), strict=False) if line or before]
        if lines and not lines[-1]:
            lines.pop()
    return tuple(lines)


def _title(words: str) -> str:
    return shortened(words, TITLE) if is_visible(words) else ""
