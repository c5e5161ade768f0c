"""Bytes of a log line to text, without ever failing (reference page, section A4).

A server on Windows prints its console in the machine's code page, and a plugin may print another
encoding than the server on the same stream, so each line is decided by itself.
"""

from __future__ import annotations

FALLBACKS = ("gbk",)


def decode(line: bytes, fallbacks: tuple[str, ...] = FALLBACKS) -> str:
    """UTF-8 where it is valid, else the first of `fallbacks` that is, else U+FFFD for what is not.

    A name in `fallbacks` that Python does not know raises LookupError: configuration is checked
    with `codecs.lookup` before.
    """
    try:
        return line.decode()
    except UnicodeDecodeError:
        for encoding in fallbacks:
            try:
                return line.decode(encoding)
            except UnicodeDecodeError:
                continue
        return line.decode(errors="replace")
