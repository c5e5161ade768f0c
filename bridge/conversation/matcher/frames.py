"""An example made ready for comparing: the concepts around its argument, and what each is worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.conversation.matcher.slots import SlotKind
from bridge.conversation.matcher.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.conversation.matcher.reading import Reader
    from bridge.conversation.matcher.values import Example
    from bridge.conversation.matcher.vocabulary import Sense

ENOUGH: Final = 2
"""Telling words. With fewer, all words of an example are needed: "notes in", "who is in"."""
_TELLING: Final = (Kind.ASK, Kind.CONCEPT, Kind.UNKNOWN)
_MARKER: Final = re.compile(r"\{([a-z_]+)(?::([a-z]+))?\}")


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an argument goes in the input, and what may stand there."""

    key: str
    kind: SlotKind


@dataclass(frozen=True, slots=True)
class Outline:
    """An example's concepts, left and right of its argument; without one, all are left.

    `telling` are those among them that ask, or say what about.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    telling: frozenset[str]
    slot: Slot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """An outline with its weights: `left` and `right` map concept -> squared weight.

    `total` is the sum of all squared weights, the argument's not among them. `kin` are the
    concepts of all examples of the capability.
    """

    capability: str
    text: str
    input: Mapping[str, str]
    left: Mapping[str, float]
    right: Mapping[str, float]
    telling: frozenset[str]
    kin: frozenset[str]
    slot: Slot | None
    total: float


def outline(example: Example, reader: Reader) -> Outline:
    """Reads an example's sentence.

    Raises ValueError when it has two arguments, an unknown kind of argument, or no word that
    could tell it from another.
    """
    markers = list(_MARKER.finditer(example.text))
    if len(markers) > 1:
        problem = f"{example.text!r} ({example.capability}) has more than one argument"
        raise ValueError(problem)
    if not markers:
        before, after, slot = example.text, "", None
    else:
        (marker,) = markers
        before, after = example.text[: marker.start()], example.text[marker.end() :]
        slot = Slot(marker[1], SlotKind(marker[2] or SlotKind.TEXT))
    senses = [_senses(before, reader), _senses(after, reader)]
    left, right = (tuple(dict.fromkeys(each.concept for each in side)) for side in senses)
    telling = frozenset(e.concept for side in senses for e in side if e.kind in _TELLING)
    if len(telling) < ENOUGH:
        telling = frozenset((*left, *right))
    if not left and not right:
        problem = f"{example.text!r} ({example.capability}) says nothing beside its argument"
        raise ValueError(problem)
    return Outline(left, right, telling, slot)


def _senses(text: str, reader: Reader) -> list[Sense]:
    """The words that carry something."""
    return [each for each in reader.senses(text) if each.loss > 0] if text else []
