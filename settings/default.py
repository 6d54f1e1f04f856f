"""Settings for one machine: what is learned of each site stands in an SQLite file."""

import os

SPIDER_MODULES = ["newsbody.crawl.spiders"]
ADDONS = {"newsbody.Addon": 500}

# Where what was learned is kept; a second crawl starts with it.
NEWSBODY_PROFILES = ".newsbody/profiles.sqlite3"

# A database for the items, where the environment names one.
NEWSBODY_STORE = os.environ.get("NEWSBODY_STORE")

# Robots, throttling and feeds have their defaults in newsbody.crawl.spiders.defaults; set here, they win.
