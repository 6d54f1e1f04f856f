"""Site profiles: merging, JSON, the SQLite store."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.ground.sitememory import SiteMemory
from newsbody.stores import Learned, Profile, ProfileError, Remembered, SqliteStore, open_store
from newsbody.stores.base import HISTORY_LENGTH, _when

dates = st.sampled_from(["2026-01-01", "2026-01-02", "2026-02-01"])
entries = st.builds(
    Learned,
    value=st.fixed_dictionaries(
        {"body": st.sampled_from(["a", "b"]), "status": st.sampled_from(["learned", "pinned"])}
    ),
    evidence=st.integers(0, 9),
    learned=dates,
    generation=st.integers(1, 3),
    history=st.lists(st.tuples(dates, st.sampled_from(["learned", "confirmed"])), max_size=3).map(
        lambda events: tuple(sorted(set(events), key=_when))
    ),
)
numbers = st.lists(st.integers(0, 99), max_size=3, unique=True).map(sorted)
columns = st.tuples(numbers, numbers).map(lambda pair: [pair[0], pair[1], [7] * len(pair[1])])
memories = st.builds(
    Remembered.of, entries, st.dictionaries(st.integers(0, 40).map(str), columns, max_size=9).map(SiteMemory.from_dict)
)
profiles = st.builds(
    Profile,
    host=st.just("f.test"),
    resolver=st.none() | entries,
    rules=st.dictionaries(st.sampled_from(["article", "thread"]), entries).map(
        lambda rules: dict(sorted(rules.items()))
    ),
    memory=st.none() | memories,
)


def rule(evidence: int, name: str = "a", **more: object) -> Learned:
    return Learned({"body": name}, evidence, "2026-01-01", **more)  # type: ignore[arg-type]


@given(profiles, profiles, profiles)
def test_merging_does_not_depend_on_who_comes_first(a: Profile, b: Profile, c: Profile) -> None:
    assert a.merged(b) == b.merged(a)
    assert a.merged(b).merged(c) == a.merged(b.merged(c))
    assert a.merged(a) == a


@given(profiles)
def test_profile_is_the_same_after_json(profile: Profile) -> None:
    assert Profile.from_json(profile.to_json()) == profile


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (rule(5), rule(6, "b")),
        (rule(100), rule(5, "b", generation=2)),
        (rule(100, generation=3), Learned({"body": "b", "status": "pinned"}, 0, "2025-01-01")),
    ],
)
def test_more_evidence_wins_then_the_newer_generation_then_what_is_pinned(worse: Learned, better: Learned) -> None:
    assert worse.merged(better).value == better.merged(worse).value == better.value


def test_memories_of_two_workers_are_joined_unless_the_site_changed_since() -> None:
    one, two = (SiteMemory.from_dict({str(number): [[number], [1], [50]]}) for number in (1, 2))
    first, second = Remembered.first(one, "2026-01-01"), Remembered.first(two, "2026-01-02")
    joined = Profile("f.test", memory=first).merged(Profile("f.test", memory=second)).memory
    assert joined is not None
    assert (joined.memory.to_dict(), joined.learned) == ({**one.to_dict(), **two.to_dict()}, "2026-01-02")
    anew = first.superseded(two, "2026-03-01")
    assert Profile("f.test", memory=joined).merged(Profile("f.test", memory=anew)).memory == joined.merged(anew)
    assert joined.merged(anew).memory == two
    assert joined.merged(anew).generation == 2


def test_what_takes_the_place_of_a_rule_keeps_its_history() -> None:
    first = Learned.first({"body": "a"}, 5, "2026-01-01")
    second = first.superseded({"body": "b"}, 5, "2026-03-01")
    assert second.generation == 2
    assert second.history == (("2026-01-01", "learned"), ("2026-03-01", "superseded"), ("2026-03-01", "learned again"))
    for _ in range(HISTORY_LENGTH):
        second = second.superseded({"body": "c"}, 5, "2026-04-01")
    assert len(second.history) == HISTORY_LENGTH


def test_life_of_a_day_is_told_in_its_order() -> None:
    entry = replace(Learned.first({"body": "a"}, 5, "2026-03-01"), history=(("2026-03-01", "confirmed"),))
    merged = entry.merged(Learned.first({"body": "a"}, 5, "2026-03-01").superseded({"body": "b"}, 5, "2026-03-01"))
    assert [what for _, what in merged.history] == ["learned", "confirmed", "superseded", "learned again"]


def test_more_of_the_same_wins_over_what_was_known_before_with_the_evidence_of_both() -> None:
    first = Learned.first({"body": "a"}, 5, "2026-01-01")
    wider = first.widened({"body": "a", "seen": ["p"]}, 4, "2026-03-01")
    assert (wider.evidence, wider.history[-1]) == (9, ("2026-03-01", "widened"))
    assert wider.merged(rule(500, "a")).value == wider.value


def test_profiles_of_two_sites_are_not_merged() -> None:
    with pytest.raises(ValueError, match=r"a\.test and b\.test"):
        Profile("a.test").merged(Profile("b.test"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "must be JSON"),
        ("[]", "must be a mapping with a host"),
        ('{"host": "f.test", "version": 99}', "version 99, this newsbody reads version 1"),
        ('{"host": "f.test", "version": 1, "rules": []}', None),
        ('{"host": "f.test", "version": 1, "rules": [1]}', "rules must be a mapping"),
        ('{"host": "f.test", "version": 1, "resolver": {"value": {}}}', "resolver.evidence is missing"),
        (
            '{"host": "f.test", "version": 1, "rules": {"thread": {"value": 3}}}',
            "rules.thread.value must be of type dict",
        ),
        (
            '{"host": "f.test", "version": 1, "rules": {"thread": {"value": {}, "evidence": true, "learned": ""}}}',
            "rules.thread.evidence must be of type int",
        ),
        (
            '{"host": "f.test", "version": 1, "resolver": {"value": {}, "evidence": 1, "learned": "", "history": [1]}}',
            "resolver.history must hold pairs",
        ),
        ('{"host": "f.test", "version": 1, "resolver": {"spam": 1}}', "resolver must be a mapping of"),
    ],
)
def test_what_is_no_profile_is_refused_by_name(text: str, message: str | None) -> None:
    if message is None:
        assert Profile.from_json(text) == Profile("f.test")
        return
    with pytest.raises(ProfileError, match=message):
        Profile.from_json(text)


def test_sqlite_keeps_replaces_and_forgets(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "profiles.sqlite3"
    store = SqliteStore(path)
    assert store.load("f.test") is None
    store.save(Profile("f.test", rules={"thread": rule(5)}))
    merged = store.save(Profile("f.test", rules={"thread": rule(3, "b"), "article": rule(1)}))
    assert merged.rules == {"article": rule(1), "thread": rule(5)}
    store.close()
    again = SqliteStore(path)
    assert again.load("f.test") == merged
    again.replace(Profile("f.test", rules={"thread": rule(1, "edited")}))
    again.save(Profile("a.test"))
    assert list(again.hosts()) == ["a.test", "f.test"]
    assert again.load("f.test") == Profile("f.test", rules={"thread": rule(1, "edited")})
    assert again.forget("f.test")
    assert not again.forget("f.test")
    again.close()


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "profiles.sqlite3"
    SqliteStore(path).close()

    def write(number: int) -> None:
        store = SqliteStore(path)
        for step in range(20):
            store.save(Profile("f.test", rules={f"kind{number}": rule(step)}))
        store.close()

    writers = [Thread(target=write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    store = SqliteStore(path)
    profile = store.load("f.test")
    store.close()
    assert profile is not None
    assert {kind: entry.evidence for kind, entry in profile.rules.items()} == {f"kind{n}": 19 for n in range(4)}


def test_file_that_others_lock_or_damage_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("newsbody.stores.sqlite.LOCK_TIMEOUT", 0.0)
    path = tmp_path / "profiles.sqlite3"
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ProfileError, match=r"profiles\.sqlite3.*locked"):
        store.save(Profile("f.test"))
    other.execute("ROLLBACK")
    assert store.save(Profile("f.test")) == Profile("f.test")
    other.execute("DROP TABLE profiles")
    for ask in (store.load, store.forget, lambda _: list(store.hosts())):
        with pytest.raises(ProfileError, match="no such table"):
            ask("f.test")
    other.close()
    store.close()


def test_file_of_a_later_layout_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "profiles.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    with pytest.raises(ProfileError, match="layout 99"):
        SqliteStore(path)


def test_damaged_row_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "profiles.sqlite3"
    store = SqliteStore(path)
    store.save(Profile("f.test"))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE profiles SET profile = ?", (json.dumps({"host": "f.test"}),))
    connection.commit()
    connection.close()
    with pytest.raises(ProfileError, match="version None"):
        store.load("f.test")
    store.close()


@pytest.mark.parametrize("form", ["{path}", "sqlite:///{path}"])
def test_store_by_path_or_address(form: str, tmp_path: Path) -> None:
    store = open_store(form.format(path=tmp_path / "p.sqlite3"))
    store.save(Profile("f.test"))
    store.close()
    assert (tmp_path / "p.sqlite3").exists()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mongodb://x", "no place for site profiles"),
        ("redis:/host", "no place for site profiles"),
        ("127.0.0.1:6379", "no place for site profiles"),
        ("redis://host:port", "no address of a Redis"),
    ],
)
def test_unknown_address_says_what_to_write(address: str, message: str) -> None:
    with pytest.raises(ProfileError, match=message):
        open_store(address)
