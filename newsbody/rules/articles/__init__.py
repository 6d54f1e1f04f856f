"""Rules for articles: what the bodies of a few share, and what stands in them that is not theirs."""
