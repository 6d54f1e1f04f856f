"""What is learned of the sites of a crawl, and when."""
