"""A daemon without a model loads no HTTP library and no list of prices."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("aiohttp", "genai_prices", "http.client")


def test_the_client_is_light_until_it_is_asked() -> None:
    program = (
        "import sys; from bridge.gateway import client, gateway, messages;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
