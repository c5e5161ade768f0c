"""The store and the world's file under `kill -9`; `scripts/prove/access_kill9.py` has the rules."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts" / "prove" / "access_kill9.py"


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and fork are POSIX")
def test_no_acknowledged_change_is_lost_by_twenty_five_kills() -> None:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), "--kills", "25"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("25 kills")
