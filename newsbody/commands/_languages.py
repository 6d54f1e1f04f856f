"""Imported by the forkserver: the processes of a command share the model of languages that it loads."""

from newsbody.metadata.language import load_languages

load_languages()
