"""A small news site and a small forum of our own writing, for the demonstration and the tests."""

from newsbody.demo.demo_forum import forum_pages
from newsbody.demo.demo_news import news_pages
from newsbody.demo.demo_server import Pages, serve

__all__ = ["Pages", "forum_pages", "news_pages", "serve"]
