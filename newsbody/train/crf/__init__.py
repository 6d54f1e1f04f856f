"""The chains of ``crf``, and its learning curve."""
