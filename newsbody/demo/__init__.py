"""A small news site and a small forum of our own writing, for the demonstration and the tests."""

from newsbody.demo.demo_sites import Pages, forum_pages, news_pages, serve

__all__ = ["Pages", "forum_pages", "news_pages", "serve"]
