"""The rules a loop runs by (design section 3): data, so that another profile is no other loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What differs between the specs that the one loop serves."""

    name: str
    calls: int
    """Calls that one decision may hold."""
    repeats: int
    """How often one and the same call may run."""
    unknown: int
    """Capabilities that do not exist, after which only the answer is left."""


REACT: Final = Profile(name="react", calls=1, repeats=1, unknown=8)
"""Spec 1."""
