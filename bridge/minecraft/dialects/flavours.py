"""The dialects by name: which layouts a server of that kind prints, in its console and its file.

A dialect narrows what is taken for a header, and says whether plugins print lines of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from bridge.core.errors import UsageError
from bridge.minecraft.dialects.header import Layout

_FILE = frozenset({Layout.THREAD})
_OLD = frozenset({Layout.LEGACY})
_NAMED = frozenset({Layout.THREAD_LOGGER, Layout.PARENTHESES})
_CONSOLE = frozenset({Layout.LEVEL})
_NAMED_CONSOLE = frozenset({Layout.LEVEL_LOGGER})

_TAGGING = _CONSOLE | _NAMED_CONSOLE

PROXIES = frozenset({"velocity", "bungeecord", "waterfall"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """`plugins`: Bukkit plugins run there, which print `[Plugin] text` and log players' commands.

    None: unknown, so the line's layout decides.
    """

    name: str
    layouts: frozenset[Layout]
    plugins: bool | None

    def reads(self, layout: Layout) -> bool:
        """Whether such a server prints lines in this layout."""
        return layout in self.layouts

    def has_plugin_tags(self, layout: Layout) -> bool:
        """Whether `[Name] text` in this layout may be a plugin's."""
        return layout in _TAGGING if self.plugins is None else self.plugins


ANY = Dialect(name="auto", layouts=frozenset(Layout) - {Layout.BUNGEE}, plugins=None)

_BUKKIT = _FILE | _CONSOLE | _OLD
_HYBRID = _FILE | _NAMED | _CONSOLE | _NAMED_CONSOLE

DIALECTS = {
    dialect.name: dialect
    for dialect in (
        ANY,
        *(
            Dialect(name=name, layouts=_FILE | _NAMED | _OLD, plugins=False)
            for name in ("vanilla", "fabric", "quilt", "forge", "neoforge")
        ),
        *(
            Dialect(name=name, layouts=_BUKKIT, plugins=True)
            for name in ("spigot", "paper", "purpur", "folia")
        ),
        *(
            Dialect(name=name, layouts=_HYBRID, plugins=True)
            for name in ("arclight", "mohist", "magma", "catserver")
        ),
    )
}


def named(name: str) -> Dialect:
    """The dialect of that name, in any case. UsageError: none, or a proxy's."""
    word = name.lower()
    if word in PROXIES:
        raise UsageError(proxy_refusal(word))
    if (dialect := DIALECTS.get(word)) is None:
        raise UsageError(f"no dialect is called {name!r}: choose one of {', '.join(DIALECTS)}")
    return dialect


def proxy_refusal(proxy: str) -> str:
    """Why the log of a proxy is not read."""
    return (
        f"this is the log of a proxy ({proxy}), which holds no chat and no commands: "
        "name the directory of a game server behind it"
    )
