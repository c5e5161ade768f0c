"""The tables of the index. Its version changes with them: an older file is made again."""

from __future__ import annotations

from typing import Final

VERSION: Final = 2

TABLES: Final = (
    # `stamp` tells a source that may have changed, `digest` whether an archive has; `newest` is the
    # time of its youngest file. A later source has the higher `rank`.
    """CREATE TABLE source (
        id INTEGER PRIMARY KEY, place TEXT NOT NULL UNIQUE, origin TEXT NOT NULL,
        rank INTEGER NOT NULL, stamp TEXT NOT NULL, digest TEXT NOT NULL,
        newest INTEGER NOT NULL, mods TEXT NOT NULL, counts TEXT NOT NULL)""",
    "CREATE TABLE problem (source INTEGER NOT NULL, file TEXT NOT NULL, reason TEXT NOT NULL)",
    "CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    """CREATE TABLE recipe (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL,
        data TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 1)""",
    """CREATE TABLE part (
        thing INTEGER NOT NULL, role INTEGER NOT NULL, recipe INTEGER NOT NULL,
        PRIMARY KEY (thing, role, recipe)) WITHOUT ROWID""",
    """CREATE TABLE loot (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        data TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 1)""",
    """CREATE TABLE loot_part (
        thing INTEGER NOT NULL, loot INTEGER NOT NULL, PRIMARY KEY (thing, loot)) WITHOUT ROWID""",
    # A tag is all its rows by rank, from the last that replaces it on. `kind`: 0 a value, 1 a value
    # that is taken out again, 2 the tag begins anew (`value` is 0).
    """CREATE TABLE tag (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL, tag INTEGER NOT NULL,
        value INTEGER NOT NULL, kind INTEGER NOT NULL)""",
    """CREATE TABLE name (
        id INTEGER PRIMARY KEY, source INTEGER NOT NULL, thing INTEGER NOT NULL,
        locale TEXT NOT NULL, text TEXT NOT NULL, folded TEXT NOT NULL, key TEXT NOT NULL)""",
    "CREATE TABLE listed (source INTEGER NOT NULL, thing INTEGER NOT NULL)",
    # What a pack takes away of those below it.
    "CREATE TABLE filter (source INTEGER NOT NULL, namespace TEXT NOT NULL, path TEXT NOT NULL)",
    # What can be searched for, in an order that serves search: the game's own and short ids first.
    # `words` and `path` are what the two full-text tables hold of it, since they keep no text.
    """CREATE TABLE item (
        id INTEGER PRIMARY KEY, thing INTEGER NOT NULL UNIQUE, namespace TEXT NOT NULL,
        path TEXT NOT NULL, words TEXT NOT NULL)""",
    """CREATE VIRTUAL TABLE item_words USING fts5(
        words, content='', detail=none, columnsize=0, tokenize="unicode61 remove_diacritics 2")""",
    """CREATE VIRTUAL TABLE item_paths USING fts5(
        path, content='', detail=none, columnsize=0, tokenize='trigram')""",
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab(item_words, row)",
    # What is left of a word when one letter is taken out: how a mistyped word finds it.
    """CREATE TABLE near (rest TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (rest, word))
        WITHOUT ROWID""",
)

INDEXES: Final = (
    "CREATE UNIQUE INDEX thing_text ON thing (text)",
    "CREATE INDEX part_recipe ON part (recipe)",
    "CREATE INDEX recipe_name ON recipe (name)",
    "CREATE INDEX recipe_type ON recipe (type)",
    "CREATE INDEX loot_name ON loot (name)",
    "CREATE INDEX tag_tag ON tag (tag)",
    "CREATE INDEX tag_value ON tag (value)",
    "CREATE INDEX name_thing ON name (thing)",
    "CREATE INDEX name_folded ON name (folded)",
    "CREATE INDEX item_namespace ON item (namespace)",
    "CREATE INDEX item_path ON item (path)",
    "CREATE INDEX listed_thing ON listed (thing)",
)
"""Made after the first filling: sorting once costs less than keeping them in order."""
