"""What an event in the life of a rule, or of a site's addresses, asks for."""

from __future__ import annotations

from enum import Enum


class ToDo(Enum):
    """What an event asks for."""

    NOTHING = "nothing"
    #: Learn from the sample.
    LEARN = "learn"
    #: The pages that the rule did not match go out: they are the odd ones.
    LET_OUT = "let out"
