"""The posts of a thread, and what readers wrote below an article."""
