"""Writes one section of docs/proof.md: what was measured, at which commit, when, on what."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_TITLE = "# Proof\n\nWritten by the scripts that measured it; each replaces its own section.\n"


def put_section(file: Path, name: str, title: str, text: str) -> None:
    """Replace the section of that name in the Markdown file, or add it at the end."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    section = f"{begin}## {title}\n\n{_circumstances()}\n\n{text}\n{end}"
    document = file.read_text(encoding="utf-8") if file.exists() else _TITLE
    before, found, rest = document.partition(begin)
    if found:
        document = before + section + rest.partition(end)[2]
    else:
        document = f"{document.rstrip()}\n\n{section}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document, encoding="utf-8")


def _circumstances() -> str:
    commit = subprocess.run(
        ("git", "rev-parse", "--short", "HEAD"),
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    date = time.strftime("%Y-%m-%d", time.gmtime())
    machine = f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    python = f"Python {platform.python_version()}"
    return f"Commit {commit or 'none yet'}, {date}, {machine}, {python}."


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()
