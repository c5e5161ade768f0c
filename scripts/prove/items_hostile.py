"""Broken and hostile files do the item index no harm.

    .venv/bin/python -m scripts.prove.items_hostile [--files N] [--seed S] [--write docs/proof.md]

N mutated files (20,000): recipes, loot tables, tags, language files and trades with values replaced
or bytes mangled, and jars with bytes mangled. Then jars that are made to harm (bombs, lies about
sizes, entries that overlap, jars in jars, paths that lead outside, endless nesting), and tags, loot
tables and recipes in circles. Each must end in facts or in a report with the file and the reason;
an exception, a report without either, or more than 200 MB of memory is a failure (exit code 1).
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from scripts.prove.section import put_section
from tests.peers.item_hostility import bombs, circles, jar, mangled, read_document, read_jar

MEGABYTES = 200


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    dice = Random(options.seed)
    counts: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(options.files):
            begun = time.perf_counter()
            if number % 4:
                reported = read_document(dice)
                counts["documents reported" if reported else "documents read"] += 1
            else:
                facts = read_jar(folder, mangled(jar(dice), dice))
                counts["jars reported" if facts.unread else "jars read"] += 1
            slowest = max(slowest, time.perf_counter() - begun)
        circles(folder / "circles")
    # Measured before the bombs are made, which takes more memory than reading them may.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    memory = max(before, _bombs_in_a_process_of_their_own())
    lines = [f"- {count} {what}" for what, count in sorted(counts.items())]
    lines += [
        f"- slowest of them {slowest * 1000:.0f} ms",
        "- every jar that is made to harm was read or reported; circles end",
        f"- largest memory {memory:.0f} MB (at most {MEGABYTES})",
    ]
    text = "\n".join(lines)
    print(text)
    if options.write:
        put_section(options.write, "items-hostile", "Hostile item files", text)
    return 1 if memory > MEGABYTES else 0


def _bombs_in_a_process_of_their_own() -> float:
    """Write each bomb to a file, then read them in a new process; its largest memory."""
    with tempfile.TemporaryDirectory() as name:
        for number, (what, content) in enumerate(bombs().items()):
            (Path(name) / f"{number} {what}.jar").write_bytes(content)
        done = subprocess.run(
            (sys.executable, "-c", _READ, name),
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        sys.exit(1)
    *told, memory = done.stdout.splitlines()
    print("\n".join(told))
    return float(memory)


_READ = """
import sys, time
from pathlib import Path
from bridge.items.files.discovery import Origin, Source
from bridge.items.index.extraction import extract
for path in sorted(Path(sys.argv[1]).iterdir()):
    begun = time.perf_counter()
    facts = extract(Source(Origin.MOD, path.name, path))
    took = time.perf_counter() - begun
    assert took < 20, (path.name, took)
    assert not any(part.thing == "evil:item" for r in facts.recipes for part in r.outputs)
    reason = facts.problems[0] if facts.problems else "read"
    print(f"{path.stem}: {took * 1000:.0f} ms, {facts.unread} reported, {reason}"[:200])
# Not getrusage: that remembers what this process was before it began to be this program.
status = Path("/proc/self/status").read_text()
print(int(status.partition("VmHWM:")[2].split()[0]) / 1024)
"""


if __name__ == "__main__":
    sys.exit(main())
