"""Forums that do not exist, their markup drawn at random, with exact gold: for figures on engines nobody has seen.

:mod:`~tests.made_forums.style` says what may be drawn, :mod:`~tests.made_forums.words` writes the threads,
:mod:`~tests.made_forums.markup` the pages (:mod:`~tests.made_forums.kinds` those of kinds that chance does not put
together), :mod:`~tests.made_forums.measure` compares what a rule reads with what was written.
"""
