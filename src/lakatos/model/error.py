"""The base of the errors that are meant for the person who asked."""


class LakatosError(Exception):
    """Something that was asked cannot be done; the message names the mend. ``exit_code`` is the command line's."""

    exit_code = 2
