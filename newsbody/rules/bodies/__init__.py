"""Which elements of a thread's pages hold the bodies of its posts."""
