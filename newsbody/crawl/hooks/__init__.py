"""What Scrapy calls: middlewares, pipelines, and what they need to know of responses and items."""
