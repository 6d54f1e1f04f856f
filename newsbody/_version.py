"""The version, for all rooms: the front door is imported by none of them."""

__version__ = "0.1.0"
