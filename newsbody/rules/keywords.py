"""Keywords of thread pages as KSF takes them: stop rule, similarity rule, segmentation, TF-IDF.

Liu, Tan, Fu, Wang, section 3.2: formulas (9) to (11) and algorithm 5.
"""

from __future__ import annotations

import logging
import os
import re
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

import numpy as np

from newsbody.ground.extras import require
from newsbody.page import Page
from newsbody.rules.sample import says_date

logger = logging.getLogger(__name__)

#: Keywords taken of each page (measured: 11 forums, 20 keywords, 5 pages).
KEYWORDS = 20
#: Similarity rule: lines that begin with the same characters were written by the template.
SIMILARITY_CHARS = 4
#: Stop rule: shorter lines are buttons and labels.
MIN_LINE_CHARS = 5
#: Stop rule: words that tell a line of the site's own from what users write.
STOP_WORDS = frozenset("copyright powered 版权所有 备案号 ICP备 登录 注册 login register password 密码".split())
_WORD = re.compile(r"[^\W\d_]+")
#: A keyword has two characters or more: single ones are grammar.
MIN_WORD_CHARS = 2


@cache
def _cut() -> Callable[[str], list[str]]:
    """The segmentation of Chinese: rjieba where it is installed, else jieba with its dictionary, loaded on first use.

    rjieba has the same dictionary and model: measured on five forums 13 times as fast (and no second of loading),
    with 99.8 % the same types of words.
    """
    try:
        cut: Callable[[str], list[str]] = import_module("rjieba").cut
    except ImportError:
        return _jieba().lcut  # type: ignore[no-any-return]
    return cut


@cache
def _jieba() -> ModuleType:
    """Jieba, loaded in about a second, without its own log lines."""
    with warnings.catch_warnings():
        # jieba 0.42 imports pkg_resources and has unescaped patterns: its own warnings, not ours.
        warnings.simplefilter("ignore")
        module = import_module("jieba")
    module.setLogLevel(logging.WARNING)
    module.dt.tmp_dir = str(own_cache())
    module.initialize()
    return module


@cache
def own_cache() -> Path:
    """The user's own folder for jieba's prepared dictionary, which is read back by marshal: nobody else may write it.

    By itself jieba uses the temporary folder, which all users of a machine share.
    """
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "newsbody"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
        if own and os.access(folder, os.W_OK):
            return folder
    except OSError:
        logger.info("%s cannot be made: jieba's dictionary is prepared anew in each process", folder)
    return Path(mkdtemp(prefix="newsbody-"))


def segment(text: str) -> list[str]:
    """The words of a text, in order; numbers and signs left out."""
    words: list[str] = []
    for piece in _WORD.findall(text):
        words += [piece] if piece.isascii() else _cut()(piece)
    return [word.lower() for word in words if len(word) >= MIN_WORD_CHARS]


def is_stopped(line: str) -> bool:
    """The stop rule: too short, a date, or with a word of the site itself in it."""
    if len(line) < MIN_LINE_CHARS or not _WORD.search(line) or says_date(line):
        return True
    lower = line.lower()
    return any(word in lower for word in STOP_WORDS)


def similarity_key(line: str) -> str:
    """What lines of a template have in common: their first characters, without white space."""
    return "".join(line.split())[:SIMILARITY_CHARS]


def kept_lines(page: Page) -> list[str]:
    """The lines of a page that neither the stop rule nor the similarity rule drops."""
    lines = [line for line in page.paragraphs if not is_stopped(line)]
    count = Counter(map(similarity_key, lines))
    return [line for line in lines if count[similarity_key(line)] == 1]


def keywords(pages: Sequence[Page]) -> list[list[str]]:
    """The keywords of each page by TF-IDF over the pages, the weightiest first.

    The idf has +1 in its denominator, as in formula (10). Raises MissingExtra without scikit-learn.
    """
    counted = [[word for line in kept_lines(page) for word in segment(line)] for page in pages]
    if not any(counted):
        return [[] for _ in pages]
    vectorizer = require("sklearn.feature_extraction.text", "ksf").CountVectorizer(analyzer=list)
    counts = vectorizer.fit_transform(counted).toarray()
    words = vectorizer.get_feature_names_out()
    frequency = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    weights = frequency * np.log(len(pages) / ((counts > 0).sum(axis=0) + 1))
    # Of the same weight, those that are said more often come first; the vocabulary is in the order of the alphabet.
    best = [np.lexsort((-count, -weight)) for count, weight in zip(counts, weights, strict=True)]
    return [
        [str(words[index]) for index in order if count[index]][:KEYWORDS]
        for order, count in zip(best, counts, strict=True)
    ]
