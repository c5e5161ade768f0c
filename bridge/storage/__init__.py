"""Owns the SQLite file: its connections, the one writer, migrations, and the mapping of its errors.

Must not know: what any table means. Each domain's own store module holds its SQL and is handed a
`Database`; only this package imports sqlite3 or aiosqlite.
Called by: the store modules of the packages above, and wiring, which opens the database once.
"""
