"""Modified UTF-8, the text of NBT (java.io.DataInput, "Modified UTF-8").

It differs from UTF-8 in two ways: U+0000 is the bytes C0 80, and a character beyond U+FFFF is its
two surrogates, three bytes each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from re import Match

_BEYOND: Final = re.compile("[\U00010000-\U0010ffff]")


def decode(data: bytes) -> str:
    """The text; raises `UnicodeDecodeError`.

    Plain UTF-8 is taken as well: some tools write it. A surrogate without its other half, which
    Java allows and which no one else can print or encode, becomes U+FFFD.
    """
    text = data.replace(b"\xc0\x80", b"\0").decode(errors="surrogatepass")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def encode(text: str) -> bytes:
    """The bytes; surrogates without their other half are written as Java would."""
    paired = _BEYOND.sub(_surrogates, text)
    return paired.encode(errors="surrogatepass").replace(b"\0", b"\xc0\x80")


def _surrogates(character: Match[str]) -> str:
    high, low = divmod(ord(character[0]) - 0x10000, 0x400)
    return chr(0xD800 + high) + chr(0xDC00 + low)
