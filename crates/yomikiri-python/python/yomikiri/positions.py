"""What a position can be asked that takes time or is drawn. The rest of the class is native.

The functions below become methods of :class:`Position` when the package is imported. (The native class cannot inherit from
one written in Python, and a subclass in Python would make every move slower.) They import what they need when they are called,
so that the package itself is imported fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._native import Position, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .counting import Reachable
    from .puzzles import Mate
    from .solving import Solution
    from .tables import Table
    from .trees import SearchTree
    from .values import Thermograph
    from .work import Search, Show

__all__ = ["Position"]


def solve(self: Position, *, show: Show = False, **options: Any) -> Solution:
    """Finds out who wins.

    threads, memory, time, nodes
        What the search may use: threads, memory of the whole search ("2G"), seconds or "10m", positions per question.
    method
        "dfpn", "pns", "id-table", "id" or "dfs".
    can_win
        "first" or "second" asks about one player alone.
    theorems
        Whether an answer may follow from a theorem.
    best_moves
        "one", "all" or None.
    shallow, epsilon, as_in
        Options of the method, as on the command line.
    proof, proof_file, proof_search
        Whether to make a proof in memory (:meth:`Solution.proof`), a file to write it to, and how many plays its checker
        may be asked to search by itself.
    checkpoint, checkpoint_every, resume, overwrite
        A file to keep the search in, and one to continue from.
    show
        True shows progress with tqdm, if it is installed; a function is called with it.

    >>> import yomikiri as yk
    >>> yk.game("trax:4x4").start.solve(threads=2, memory="64M", time="1m").verdict
    'draw'
    >>> yk.game("trax:8x8").start.solve(nodes=1000).verdict
    'unknown'
    """
    return self.search(**options).result(show)


def search(self: Position, **options: Any) -> Search[Solution]:
    """A search for the value of the position, not started yet, with the options of :meth:`solve`."""
    from . import solving

    return solving.search(self, **options)


def mate(self: Position, max_plies: int = 11, *, show: Show = False, **options: Any) -> Mate:
    """The shortest forced win of the player to move (Trax): :func:`yomikiri.puzzles.solve`."""
    from . import puzzles

    return puzzles.solve(self, max_plies, show=show, **options)


def perft(self: Position, depth: int, *, show: Show = False) -> int:
    """The number of sequences of so many moves.

    >>> import yomikiri as yk
    >>> [yk.game("trax").start.perft(depth) for depth in range(4)]
    [1, 2, 24, 432]
    """
    from . import counting

    return counting.perft(self, depth).result(show)


def reachable(self: Position, plies: Optional[int] = None, *, show: Show = False) -> Reachable:
    """The positions that can be reached in at most so many moves, up to symmetry.

    >>> import yomikiri as yk
    >>> yk.game("gttt:3x3,animal=tic").start.reachable(2).by_ply
    (1, 3, 12)
    """
    from . import counting

    return counting.reachable(self, plies).result(show)


def children(self: Position) -> Iterator[tuple[str, Position]]:
    """Every legal move, and the position after it.

    >>> import yomikiri as yk
    >>> [move for move, position in yk.game("trax:4x4").start.children()]
    ['@0/', '@0+']
    """
    return ((move, self.play(move)) for move in self.moves())


def __iter__(self: Position) -> Iterator[Position]:
    """The positions after every legal move."""
    return (position for _, position in self.children())


def tree(self: Position, plies: int = 2, **options: Any) -> SearchTree:
    """The next moves with the value of each position, solved one by one with the options of :meth:`solve`."""
    from .trees import grown

    return grown(self, plies, options)


def facts(self: Position) -> dict[str, Any]:
    """The position as pieces on squares, with every move and what it would do, as the workbench has it (docs/json.md).

    >>> import yomikiri as yk
    >>> yk.game("gttt:3x3,animal=tic").after("b2").facts()["layout"]["pieces"]
    [{'at': [1, 1], 'kind': 'stone', 'player': 'first'}]
    """
    import json

    found = self.scene()
    parsed: dict[str, Any] = {} if found is None else json.loads(found)
    return parsed


def threatened(self: Position) -> Table:
    """What either player would win by with the next move (Trax)."""
    import json

    from .tables import Table

    found = json.loads(self.threats())
    rows = [(one["player"], one["move"], one["kind"]) for one in found["threats"]]
    return Table(("player", "move", "wins by"), rows)


def _repr_svg_(self: Position) -> Optional[str]:
    sketch = self.sketch()
    if sketch is not None:
        return sketch
    from . import drawing

    layout = self.facts().get("layout")
    return None if layout is None else drawing.board(layout)


def _repr_html_(self: Position) -> Optional[str]:
    if self._repr_svg_() is not None:
        return None
    from html import escape

    return f'<pre style="line-height:1.15">{escape(self.picture())}</pre>'


def thermograph(self: Value) -> Thermograph:
    """The thermograph.

    >>> import yomikiri as yk
    >>> yk.value("{2|-1}").thermograph().temperature
    Fraction(3, 2)
    """
    from . import values

    return values.thermograph(self)


def _drawn_value(self: Value) -> Optional[str]:
    from . import values

    return values.drawn(self)


setattr(Value, "thermograph", thermograph)
setattr(Value, "_repr_svg_", _drawn_value)
for _method in (
    solve,
    search,
    mate,
    perft,
    reachable,
    children,
    tree,
    facts,
    threatened,
    __iter__,
    _repr_svg_,
    _repr_html_,
):
    setattr(Position, _method.__name__, _method)
del _method
