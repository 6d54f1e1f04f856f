"""The addresses of a site while it is crawled: what they mean, which show one page, which lead on."""
