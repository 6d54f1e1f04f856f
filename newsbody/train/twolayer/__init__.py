"""The trees of ``twolayer``, and the tables of its paper."""
