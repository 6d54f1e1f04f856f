"""The words of a post: its body without notes of the software, quotes apart."""
