"""The tables of the search's cache, a file of its own that may be thrown away.

`passage` holds each entry once, whoever may find it; `member` says in which views it stands. The
terms in `term` are cut by `words.indexed`; a row of it has the passage's id.
"""

from __future__ import annotations

from typing import Final

from bridge.storage.migrations import Migration

SCHEMA: Final = (
    Migration(
        name="passages",
        statements=(
            """
            CREATE TABLE passage (
                id INTEGER PRIMARY KEY,
                digest TEXT NOT NULL UNIQUE,
                source TEXT NOT NULL,
                key TEXT NOT NULL,
                title TEXT NOT NULL,
                place TEXT NOT NULL,
                text TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE VIRTUAL TABLE term USING fts5 (
                title, body, tokenize = 'unicode61 remove_diacritics 0'
            )
            """,
            "CREATE TABLE view (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
            """
            CREATE TABLE member (
                view INTEGER NOT NULL,
                passage INTEGER NOT NULL,
                PRIMARY KEY (view, passage)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX member_by_passage ON member (passage)",
        ),
    ),
    Migration(
        name="terms as they are cut",
        statements=(
            "DELETE FROM member",
            "DELETE FROM view",
            "DELETE FROM passage",
            "DROP TABLE term",
            "CREATE VIRTUAL TABLE term USING fts5 (title, body, tokenize = 'ascii')",
        ),
    ),
)
"""Changed by a new step or by none: an older file is brought up to date, a newer one dropped.

A change in how terms are cut is a step too, one that empties the tables. `ascii` parts at blanks
alone what `words.indexed` has cut; `unicode61` would part it again, by the letters of Unicode 6.1.
"""
