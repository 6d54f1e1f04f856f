"""What every room may stand on: remembered answers, optional packages."""
