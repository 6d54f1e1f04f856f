"""The default extractor: paragraphs, their probabilities by trees, the body of the largest expected F1."""
