"""One crawl: its parts are built here, its sites are known here; what happens at its end."""
