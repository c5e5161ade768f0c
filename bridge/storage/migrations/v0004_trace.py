"""What executions did: each run, and its steps in order.

Times are milliseconds since 1970, `ms` milliseconds, `cost` USD. A run whose `ended` is NULL is
under way, or its process died. `missing` counts steps that could not be recorded. `budget_before`
and `budget_after` are JSON arrays of what could still be spent: model calls, tool calls, steps,
write steps, tokens, milliseconds. An empty `reason` or `stop` is none.
"""

STATEMENTS = (
    """
    CREATE TABLE trace_run (
        id INTEGER PRIMARY KEY,
        run TEXT NOT NULL,
        server TEXT NOT NULL,
        player_name TEXT NOT NULL,
        player_uuid BLOB,
        mode TEXT NOT NULL,
        prompts TEXT NOT NULL,
        started INTEGER NOT NULL,
        workflow TEXT,
        ended INTEGER,
        outcome TEXT NOT NULL,
        stop TEXT NOT NULL,
        missing INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX trace_run_by_name ON trace_run (run)",
    "CREATE INDEX trace_run_by_start ON trace_run (started)",
    """
    CREATE TABLE trace_step (
        run INTEGER NOT NULL REFERENCES trace_run ON DELETE CASCADE,
        number INTEGER NOT NULL,
        step TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        ok INTEGER NOT NULL,
        reason TEXT NOT NULL,
        ms REAL NOT NULL,
        model TEXT NOT NULL,
        input_tokens INTEGER,
        output_tokens INTEGER,
        cached_tokens INTEGER,
        cost REAL,
        budget_before TEXT NOT NULL,
        budget_after TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID
    """,
)
