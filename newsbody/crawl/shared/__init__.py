"""Many workers on one Redis."""
