"""Items in a database: SQLite on one machine, PostgreSQL for many workers."""

from __future__ import annotations

from newsbody.database.database import Database, KnownArticle, open_database, open_written
from newsbody.database.item_rows import Row, row_of
from newsbody.database.tables import DatabaseError

__all__ = ["Database", "DatabaseError", "KnownArticle", "Row", "open_database", "open_written", "row_of"]
