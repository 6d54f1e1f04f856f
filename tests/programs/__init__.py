"""Forum programs as they write their pages, over one database: see tests/benchmarks/programs.py."""
