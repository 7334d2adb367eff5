"""Fast invariants for search: same names and results as the plain ones, held against them by tests."""
