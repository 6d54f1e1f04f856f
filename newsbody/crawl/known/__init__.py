"""What earlier crawls gave out, so that the next one gives what is new."""
