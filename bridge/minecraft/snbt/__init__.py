r"""Owns SNBT as FTB's mods write their files and as the game prints `data get`: text to values.

Must not know: files, what a key means, any other format. Pure: standard library and `core` only.
Called by: the quest book, the commands that read the game's data, `ui` (`quote`).

The grammar is FTB's (reference/ftb-and-items.md, A2); what vanilla prints is a part of it:

- A line whose first non-blank is `#` or `//` is a comment; nothing else is. Lines end in `\n`.
- Values stand between any mix of white space and commas, or none where brackets and quotes part
  them. A key is a word or a string, then `:` or `=`. A key given twice keeps its last value.
- A string stands in `"` or `'`, on one line. `\" \' \\ \t \b \n \r \f` are escapes; any other
  backslash is dropped together with the character behind it.
- A word is made of letters, digits and `. _ - + ∞`. Read as a value it is, in exactly this case:
  `true`, `false`; `null`, `end`, `END` (None); `NaN`, `Infinity`, `∞` (with or without suffix d or
  f; the latter two may be signed); an integer (suffix b, s, l or none); a decimal (with a point, or
  with suffix d or f). Suffixes are of any case. Any other word is a string.
- `[B; ...]`, `[I; ...]` and `[L; ...]`, of any case, hold integers, `true` and `false` alone.

Types are not kept: `1b` is 1, `1.5f` is 1.5, an array is a list. An integer outside its own type
but within 64 bits is taken as it is; beyond 64 bits it is a string, as it was for the game's own
reader up to 1.21.4. A decimal too large is infinite. The forms that only the commands of 1.21.5
and later take (`0x1F`, `1_000`, `255ub`, `bool(1)`, `\u0041`) mean nothing here: nothing writes
them.
"""

from bridge.minecraft.snbt.literals import quote
from bridge.minecraft.snbt.reader import Limits, Value, parse, parse_bytes, parse_compound

__all__ = ["Limits", "Value", "parse", "parse_bytes", "parse_compound", "quote"]
