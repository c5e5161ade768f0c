"""How fast the readers of quest books are, beside the libraries that read the same files.

    .venv/bin/python scripts/bench/snbt.py [ROUNDS]

For SNBT and for NBT: both readers read all real books once and must agree; then they take turns
(ours, theirs, ours, theirs, ...), one pass over all files being a round. Printed are the median
round and the one that 99 % of the rounds are faster than, in megabytes a second (of the file for
SNBT, unpacked for NBT), and the ratio of the medians. The exit code is 1 if a ratio is below what
is required or a value differs.

Ours starts from the bytes of the file, with positions and limits on. The library gets its best
case: text that is decoded already, a parser built beforehand, the quickest way to unpack gzip.
"""

from __future__ import annotations

import gc
import gzip
import importlib
import io
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, cast

from bridge.minecraft import nbt, snbt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PACKS = Path(__file__).parents[2] / ".." / "shared" / "data" / "packs"
ROUNDS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two ways to read the same files, which hold `size` bytes."""

    name: str
    size: int
    required: float
    rounds: int
    ours: Callable[[], list[Any]]
    theirs: Callable[[], list[Any]]


def snbt_contest(paths: Sequence[Path], rounds: int) -> Contest:
    slib: Any = importlib.import_module("ftb_snbt_lib")
    parser = slib.get_parser()
    contents = [path.read_bytes() for path in paths]
    texts = [content.decode() for content in contents]
    return Contest(
        name=f"SNBT, {len(paths)} files, ftb-snbt-lib",
        size=sum(map(len, contents)),
        required=4,
        rounds=rounds,
        ours=lambda: [snbt.parse_compound(content) for content in contents],
        theirs=lambda: [parser.parse(text) for text in texts],
    )


def nbt_contest(paths: Sequence[Path], rounds: int) -> Contest:
    nbtlib: Any = importlib.import_module("nbtlib")
    contents = [path.read_bytes() for path in paths]

    def parse(content: bytes) -> Any:
        return nbtlib.File.parse(io.BytesIO(gzip.decompress(content)))

    return Contest(
        name=f"NBT, {len(paths)} files, nbtlib",
        size=sum(len(gzip.decompress(content)) for content in contents),
        required=2,
        rounds=rounds * 20,  # a round takes milliseconds
        ours=lambda: [nbt.read(content) for content in contents],
        theirs=lambda: [parse(content) for content in contents],
    )


def plain(value: Any) -> Any:
    """A value of a library, or ours, without its types; booleans are integers."""
    match value:
        case dict():
            entries = cast("dict[str, Any]", value)
            return {str(key): plain(entry) for key, entry in entries.items()}
        case list():
            return [plain(element) for element in cast("list[Any]", value)]
        case str():
            return str(value)
        case float():
            return float(value)
        case int():
            return int(value)
        case _:
            return [int(number) for number in value]  # nbtlib's arrays


def seconds(read: Callable[[], list[Any]]) -> float:
    gc.collect()
    start = time.perf_counter()
    values = read()
    passed = time.perf_counter() - start
    del values
    return passed


def hold(contest: Contest) -> bool:
    """Prints the contest's two lines; false when it is lost."""
    # 1 == 1.0 in Python; the text of the two differs.
    if repr(plain(contest.ours())) != repr(plain(contest.theirs())):
        print(f"{contest.name}: the values differ")
        return False
    times = [(seconds(contest.ours), seconds(contest.theirs)) for _ in range(contest.rounds)]
    ours, theirs = (
        [contest.size / spent / 1e6 for spent in column] for column in zip(*times, strict=True)
    )
    ratio = median(ours) / median(theirs)
    print(f"{contest.name}, {contest.size / 1e6:.2f} MB, {contest.rounds} rounds each")
    for who, speeds in (("ours", ours), ("theirs", theirs)):
        slowest = quantiles(speeds, n=100, method="inclusive")[0]
        print(f"  {who:<7} p50 {median(speeds):6.2f} MB/s   p99 {slowest:6.2f} MB/s")
    kept = ratio >= contest.required
    print(f"  ratio   {ratio:.1f}, required {contest.required:g}: {'ok' if kept else 'TOO SLOW'}")
    return kept


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    books = [path for path in sorted(PACKS.glob("*/config/ftbquests/**/*")) if path.is_file()]
    if not books:
        print(f"skipped: no quest books in {PACKS}")
        return 0
    contests = [
        snbt_contest([path for path in books if path.suffix == ".snbt"], rounds),
        nbt_contest([path for path in books if path.suffix == ".nbt"], rounds),
    ]
    kept = [hold(contest) for contest in contests]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
