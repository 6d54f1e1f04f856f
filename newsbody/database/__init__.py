"""Items in a database: SQLite on one machine, PostgreSQL for many workers."""

from __future__ import annotations

from newsbody.database.database import Database, KnownArticle, open_database
from newsbody.database.engine import DatabaseError
from newsbody.database.rows import Row, row_of

__all__ = ["Database", "DatabaseError", "KnownArticle", "KnownThread", "Row", "open_database", "row_of"]
