"""What stands in a store of profiles, read by tests: a store that nobody closes is a warning from Python 3.13 on."""

from __future__ import annotations

from contextlib import closing

from newsbody.stores import Profile, open_store


def keep(address: str, profile: Profile) -> None:
    """Write a profile."""
    with closing(open_store(address)) as store:
        store.save(profile)


def kept(address: str, host: str) -> Profile:
    """What is known of a host; an assertion fails when it is nothing."""
    with closing(open_store(address)) as store:
        profile = store.load(host)
    assert profile is not None
    return profile
