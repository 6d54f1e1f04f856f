"""What the model of ``auto`` is learned from, and how."""
