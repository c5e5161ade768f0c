"""`python -m bridge.items.index.program`: one build, in a process of its own.

The request is one JSON object on standard input; standard output has a JSON object a line:
`{"done", "of", "place"}` while it works, at the end `{"sources", "read", "gone", "fresh"}` or
`{"error"}`. It works at the lowest priority, so that the game and the daemon come first.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bridge.core.errors import BridgeError
from bridge.items.index.build import Progress, Request, build

if TYPE_CHECKING:
    from collections.abc import Mapping

_NICE: Final = 10
_STEPS: Final = 400
"""Lines of progress at most."""


def main() -> int:
    """Exit code 0, or 1 when there is no index at the end."""
    with suppress(OSError, AttributeError):
        os.nice(_NICE)
    # What a build makes has no circles: counting references frees all of it.
    gc.disable()
    request = request_of(json.load(sys.stdin))

    def report(progress: Progress) -> None:
        step = max(1, progress.of // _STEPS)
        if progress.done % step == 0 or progress.done == progress.of:
            _tell(asdict(progress))

    try:
        _tell(asdict(build(request, report)))
    except BridgeError as error:
        _tell({"error": str(error)})
        return 1
    return 0


def request_text(request: Request) -> bytes:
    """A request for standard input."""
    return json.dumps(
        {
            "directory": str(request.directory),
            "world": str(request.world),
            "database": str(request.database),
            "client": [str(path) for path in request.client],
            "version": request.version,
        }
    ).encode()


def request_of(value: Mapping[str, Any]) -> Request:
    """The request again."""
    return Request(
        directory=Path(value["directory"]),
        world=Path(value["world"]),
        database=Path(value["database"]),
        client=tuple(Path(path) for path in value["client"]),
        version=value["version"],
    )


def _tell(value: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
