import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from newsbody.demo.demo_sites import articles, threads


@pytest.mark.slow
def test_the_demonstration_crawls_both_sites(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    command = [sys.executable, "-m", "newsbody", "demo", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr, "forms of which a guest sees none are no loss"
    assert "thread rule" in done.stdout
    assert "div.message" in done.stdout

    found = {row["headline"]: row for row in map(json.loads, (out / "articles.jsonl").read_text("utf8").splitlines())}
    assert set(found) == {article.headline for article in articles()}
    for article in articles():
        assert found[article.headline]["articleBody"] == "\n".join(article.paragraphs)

    with open(out / "posts.csv", encoding="utf-8-sig", newline="") as rows:
        posts = [
            (row["headline"], int(row["position"]), row["author.name"], row["text"]) for row in csv.DictReader(rows)
        ]
    written = [
        (thread.title, n, post.author, post.text) for thread in threads() for n, post in enumerate(thread.posts, 1)
    ]
    assert sorted(posts) == sorted(written)

    whole = [json.loads(line) for line in (out / "threads.jsonl").read_text("utf8").splitlines()]
    assert {thread["headline"]: len(thread["posts"]) for thread in whole} == {t.title: len(t.posts) for t in threads()}
