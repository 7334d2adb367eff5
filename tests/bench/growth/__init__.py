"""The growth test beside what is used today, on data whose truth is known: ``python -m tests.bench.growth``."""
