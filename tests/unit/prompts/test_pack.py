"""What all packs together may hold."""

from __future__ import annotations

import pytest

from bridge.core.errors import ConfigurationError
from bridge.prompts.naming import Kind, Name
from bridge.prompts.pack import LARGEST, MOST_BYTES, MOST_FILES, Allowance, named


def test_the_largest_file_fits_and_one_byte_more_does_not() -> None:
    allowance = Allowance()
    allowance.take(LARGEST, "p", "a.txt")
    with pytest.raises(ConfigurationError, match=r"^p/b\.txt:\?: is longer than 65536 bytes"):
        allowance.take(LARGEST + 1, "p", "b.txt")


def test_files_are_counted_over_all_packs() -> None:
    allowance = Allowance()
    for number in range(MOST_FILES):
        allowance.take(1, f"pack{number % 2}", "a.txt")
    with pytest.raises(ConfigurationError, match="one too many"):
        allowance.take(1, "p", "a.txt")


def test_bytes_are_counted_over_all_packs() -> None:
    allowance = Allowance()
    for _ in range(MOST_BYTES // LARGEST):
        allowance.take(LARGEST, "p", "a.txt")
    with pytest.raises(ConfigurationError, match="too much"):
        allowance.take(1, "p", "a.txt")


def test_a_refused_path_is_told_with_its_pack() -> None:
    path = "data/a/system/prompts/B.txt"
    with pytest.raises(ConfigurationError, match=rf"^datapacks/x/{path}:\?: its path"):
        named("datapacks/x", path)
    assert named("", path.lower()) == Name(Kind.PROMPT, "a:b")
