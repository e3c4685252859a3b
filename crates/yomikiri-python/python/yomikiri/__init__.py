"""Yomikiri reads two-player games out to the end: who wins, how, at what cost, and why.

>>> import yomikiri as yk
>>> position = yk.game("trax:4x4").after("@0/")
>>> position.solve().verdict
'draw'
>>> position.play("A0/").to_move
'first'

Positions are values: nothing changes them, they can be compared, hashed, pickled. Searches run without the interpreter lock,
can be watched, stopped and awaited, and Ctrl-C stops them. ``docs/python.md`` is the guide.
"""

from __future__ import annotations

import atexit as _atexit

from . import _native, puzzles, qbf
from ._native import Position, Value, __version__
from .endgames import Amazons, amazons
from .annotation import annotate
from .counting import count
from .databases import Database, build, database
from .errors import Error, FileError, InputError, InternalError, LimitError, Stopped
from .games import Game, game, games
from .spiel import openspiel
from .proofs import Check, Proof
from .solving import Answer, Solution
from .tables import Table
from .trees import SearchTree
from .values import Thermograph, game_of, value
from .work import Progress, Search
from . import positions as _positions  # the methods of Position

__all__ = [
    "Amazons",
    "Answer",
    "Check",
    "Database",
    "Error",
    "FileError",
    "Game",
    "InputError",
    "InternalError",
    "LimitError",
    "Position",
    "Progress",
    "Proof",
    "Search",
    "SearchTree",
    "Solution",
    "Stopped",
    "Table",
    "Thermograph",
    "Value",
    "__version__",
    "amazons",
    "annotate",
    "build",
    "count",
    "database",
    "game",
    "game_of",
    "games",
    "openspiel",
    "puzzles",
    "qbf",
    "value",
]

del _positions
# Threads that still search must not outlive the interpreter that they call.
_atexit.register(_native.stop_all, 5.0)
