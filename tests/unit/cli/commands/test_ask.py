"""`ask` is written with a player, and needs a daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.cli.app import invoke
from bridge.core.errors import RefusedError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("words", ["", "hello", "--player Mara", "--explain hello"])
def test_without_a_player_or_a_text_it_is_wrong_usage(words: str) -> None:
    with pytest.raises(UsageError):
        invoke(["ask", *words.split()])


def test_without_a_daemon_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "bridge.toml").write_text("[servers.main]\ndirectory = 'server'\n")
    config = f"--config={tmp_path / 'bridge.toml'}"
    with pytest.raises(RefusedError, match="no daemon runs here"):
        invoke(["ask", config, "--player", "Mara", "--explain", "hello", "--there"])
