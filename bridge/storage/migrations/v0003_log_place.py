"""How far each server's log was dealt with: which file, and the line that ends at the offset."""

STATEMENTS = (
    """
    CREATE TABLE log_place (
        server TEXT PRIMARY KEY,
        device INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL,
        digest BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)
