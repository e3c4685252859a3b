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
from typing import TYPE_CHECKING, Any

from . import _native
from . import positions as _positions  # the methods of Position and Value
from ._native import Position, Value, __version__, game_of, value
from .errors import Error, FileError, InputError, InternalError, LimitError, Stopped
from .games import Game, game, games
from .work import Progress, Search

if TYPE_CHECKING:
    from . import puzzles, qbf
    from .annotation import annotate
    from .counting import count
    from .databases import Database, build, database
    from .endgames import Amazons, amazons
    from .proofs import Check, Proof
    from .solving import Answer, Solution
    from .spiel import openspiel
    from .tables import Table
    from .trees import SearchTree
    from .values import Thermograph

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

# What is imported when somebody asks for it, so that `import yomikiri` is fast.
_LATER = {
    "Amazons": "endgames",
    "Answer": "solving",
    "Check": "proofs",
    "Database": "databases",
    "Proof": "proofs",
    "SearchTree": "trees",
    "Solution": "solving",
    "Table": "tables",
    "Thermograph": "values",
    "amazons": "endgames",
    "annotate": "annotation",
    "build": "databases",
    "count": "counting",
    "database": "databases",
    "openspiel": "spiel",
    "puzzles": "",
    "qbf": "",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_LATER[name] or name}", __name__)
    found = getattr(module, name) if _LATER[name] else module
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


del _positions
# Threads that still search must not outlive the interpreter that they call.
_atexit.register(_native.stop_all, 5.0)
