"""Requests that were begun and have not ended, by the words in which our log names them."""

STATEMENTS = (
    """
    CREATE TABLE request_unfinished (
        server TEXT NOT NULL,
        number INTEGER NOT NULL,
        asked TEXT NOT NULL,
        PRIMARY KEY (server, number)
    ) STRICT, WITHOUT ROWID
    """,
)
