"""The ground of a crawl: its settings, the one meta key, what reaches into Scrapy."""
