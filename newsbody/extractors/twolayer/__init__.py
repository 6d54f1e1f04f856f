"""Two-layer decision (Hu et al. 2006): the scope node, then its paragraphs."""
