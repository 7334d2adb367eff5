"""Integers that solve what claims ask: common factors of values, values that are squares, points on curves."""
