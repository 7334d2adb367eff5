"""The command line: parse, call one engine function, print. ``main`` is its only door."""

from lakatos.cli.app import main

__all__ = ["main"]
