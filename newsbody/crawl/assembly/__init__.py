"""Parts to wholes: the pages of a thread, and those of an article."""
