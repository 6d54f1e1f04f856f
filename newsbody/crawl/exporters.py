"""The place of before, which may stand in settings."""

from newsbody.crawl.spiders.feeds import FlatCsvItemExporter as FlatCsvItemExporter
from newsbody.crawl.spiders.feeds import UnbufferedFileStorage as UnbufferedFileStorage
