"""A hundred pages of our own, labelled: the gate that no change to an extractor may lower.

``python -m tests.pages.make`` writes them again, the same bytes each time. ``gold.jsonl`` has the form of every labelled
set, so that ``newsbody evaluate tests/pages`` measures on them, and other tools can be measured as well.
"""
