"""Notices of a changed access that wait for a player, and who wants no history kept.

`before` is what the player knew, as JSON; `since` is the last change, in milliseconds.
"""

STATEMENTS = (
    """
    CREATE TABLE access_notice (
        world TEXT NOT NULL,
        uuid BLOB NOT NULL,
        since INTEGER NOT NULL,
        before TEXT NOT NULL,
        PRIMARY KEY (world, uuid)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE history_off (
        uuid BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID
    """,
)
