"""A page as plain data, read away from the event loop."""
