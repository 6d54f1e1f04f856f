"""Requests in flight until they are acknowledged: in a file (``JOBDIR``), or in Redis for many workers."""
