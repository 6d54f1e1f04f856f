"""In which folders of a site the crawl starts: `http://club.example/forum/` → `/forum`."""

from __future__ import annotations

from urllib.parse import urlsplit


class StartFolders:
    """What stands in them goes before the rest of a site, of which the forum may be a small part."""

    def __init__(self) -> None:
        self._folders: set[str] = set()

    def add(self, url: str) -> None:
        """The crawl starts with a page, which may be a file of its folder: `/forum/index.php`."""
        path = urlsplit(url).path
        folder, _, name = path.rpartition("/")
        self._folders.add(folder if "." in name or not name else path)

    def hold(self, url: str) -> bool:
        """Does an address stand in one of them, that is not the whole site?"""
        path = urlsplit(url).path
        return any(path == folder or path.startswith(f"{folder}/") for folder in self._folders if folder)
