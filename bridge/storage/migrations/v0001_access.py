"""Access, its history, the saved modes, the calls of a day, and the pause.

UUIDs are their 16 bytes. Times are milliseconds since 1970 (`storage.instants`). A permission that
is NULL is unset. `micros` are millionths of a USD. A day is `YYYY-MM-DD` in the configured zone.
"""

_MODES = "('offline', 'standard', 'extended', 'free')"
_PERMISSIONS = """
        allow_ai INTEGER CHECK (allow_ai IN (0, 1)),
        allow_free_chat INTEGER CHECK (allow_free_chat IN (0, 1)),
        model_calls_per_day INTEGER CHECK (model_calls_per_day >= 0),
"""
_AUTHOR = """
        player_name TEXT,
        player_uuid BLOB,
        console TEXT CHECK ((console IS NULL) <> (player_name IS NULL)),
        origin TEXT NOT NULL,
"""

STATEMENTS = (
    f"""
    CREATE TABLE access_world (
        world TEXT PRIMARY KEY,
        default_mode TEXT NOT NULL CHECK (default_mode IN {_MODES}),
        {_PERMISSIONS}
        revision INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    f"""
    CREATE TABLE access_player (
        world TEXT NOT NULL,
        uuid BLOB NOT NULL,
        name TEXT,
        saved_mode TEXT CHECK (saved_mode IN {_MODES}),
        {_PERMISSIONS}
        PRIMARY KEY (world, uuid)
    ) STRICT, WITHOUT ROWID
    """,
    f"""
    CREATE TABLE access_history (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        world TEXT NOT NULL,
        player BLOB,
        {_AUTHOR}
        field TEXT NOT NULL,
        old TEXT,
        new TEXT
    ) STRICT
    """,
    "CREATE INDEX access_history_of_player ON access_history (world, player, id)",
    """
    CREATE TABLE access_mirror (
        world TEXT PRIMARY KEY,
        seed INTEGER,
        digest BLOB,
        written_revision INTEGER NOT NULL,
        pending_digest BLOB,
        pending_revision INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE quota_day (
        day TEXT NOT NULL,
        player BLOB NOT NULL,
        used INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        PRIMARY KEY (day, player)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE quota_notice (
        day TEXT NOT NULL,
        subject BLOB NOT NULL,
        percent INTEGER NOT NULL,
        cap REAL NOT NULL,
        PRIMARY KEY (day, subject)
    ) STRICT, WITHOUT ROWID
    """,
    f"""
    CREATE TABLE pause (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        {_AUTHOR}
        paused INTEGER NOT NULL CHECK (paused IN (0, 1))
    ) STRICT
    """,
)
