"""What was said, and what is remembered of a player for their conversations.

`at` is in milliseconds. A player's language and the notice that an AI answers them belong to the
player everywhere; what was said and the system that they are bound to belong to one world.
"""

STATEMENTS = (
    """
    CREATE TABLE history_message (
        id INTEGER PRIMARY KEY,
        world TEXT NOT NULL,
        uuid BLOB NOT NULL,
        at INTEGER NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('player', 'assistant')),
        text TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX history_message_of_player ON history_message (world, uuid, id)",
    "CREATE INDEX history_message_by_age ON history_message (at)",
    """
    CREATE TABLE player_language (
        uuid BLOB PRIMARY KEY,
        language TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE model_notice (
        uuid BLOB PRIMARY KEY,
        at INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE player_system (
        world TEXT NOT NULL,
        uuid BLOB NOT NULL,
        system TEXT NOT NULL,
        PRIMARY KEY (world, uuid)
    ) STRICT, WITHOUT ROWID
    """,
)
