"""What stands around the body of a post: who wrote it, when, which number and id it has."""
