"""A crawl that can be stopped, or killed, at any moment and goes on where it was (``JOBDIR``)."""
