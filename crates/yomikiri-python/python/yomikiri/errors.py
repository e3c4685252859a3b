"""Exceptions. Their texts are those of the command line.

>>> import yomikiri as yk
>>> yk.game("trx:6x6")
Traceback (most recent call last):
    ...
yomikiri.errors.InputError: there is no game `trx`; did you mean `trax`? known games: trax:NxN, ...
"""

__all__ = ["Error", "FileError", "InputError", "InternalError", "LimitError", "Stopped"]


class Error(Exception):
    """Something went wrong in Yomikiri. All other exceptions of the package inherit from it."""


class InputError(Error, ValueError):
    """What was given means nothing, or not here: a name of no game, a move that cannot be played."""


class FileError(Error, OSError):
    """A file cannot be read or written, or is not what it should be."""


class LimitError(Error, RuntimeError):
    """What was asked for takes more memory, or more of something else, than there may be."""


class Stopped(Error):
    """The work was stopped before there was anything to give."""


class InternalError(Error, RuntimeError):
    """A mistake in Yomikiri."""
