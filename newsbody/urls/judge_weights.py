"""What each feature of a hypothesis is worth, in bits; but for the last three each counts as log2(1 + n).

Set by hand, not fitted, on four forum programs (Redmine, MyBB, django-machina, NodeBB) in one to three orders of
arrival each and on the tests of ``tests/test_urls_crawled.py``. FluxBB and Xiuno were only crawled with them; no other
set was left out, so little says yet how they hold elsewhere.
"""

WEIGHTS = {
    "titled": 2.0,
    "shared": -4.0,
    "passed_by": -1.0,
    "posts": 3.0,
    "empty": -2.0,
    "elsewhere": -3.0,
    "unplaced": -1.0,
    "repeated": -3.0,
    "spread": -4.0,
    "rows": -6.0,
    "mixed": -4.0,
    "monologues": -6.0,
    "moved": -3.0,
    "pagers": 2.0,
    "paged": 0.5,
    "astray": -4.0,
    "routes": -0.3,
    "numberings": -0.5,
    "words": -0.1,
}
