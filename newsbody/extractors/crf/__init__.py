"""A page as a sequence of blocks (Zhang 2011)."""
