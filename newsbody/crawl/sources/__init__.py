"""What a site lists of its own accord: sitemaps, feeds; and which hosts are the site."""
