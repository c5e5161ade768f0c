"""Our KubeJS script in a JavaScript engine that there is, with the API of `kubejs_api.js`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parents[2]
SCRIPT: Final = ROOT / "config" / "relays" / "kubejs" / "system_bridge.js"
API: Final = ROOT / "tests" / "relays" / "kubejs_api.js"
MARA: Final = {"name": "Mara", "uuid": "00000000-0000-0000-0000-000000000007"}


def is_installed(engine: str) -> bool:
    return shutil.which(engine) is not None


def play(engine: str, root: Path, events: list[dict[str, Any]], *, key: Path | None) -> list[Any]:
    """Load the script, let the events happen, and give what came of them."""
    (root / "events.json").write_text(json.dumps(events))
    where = "none" if key is None else str(key)
    ran = subprocess.run(
        [engine, str(API), str(SCRIPT), where, str(root / "events.json")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def lines(outcome: list[Any]) -> list[str]:
    """The lines of the log among what came."""
    return [each["log"] for each in outcome if "log" in each]
