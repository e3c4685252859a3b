"""Values of games: canonical forms, thermographs.

>>> import yomikiri as yk
>>> game = yk.value("{1|*}+^")
>>> game.temperature, game.mean
(Fraction(1, 2), Fraction(1, 2))
>>> yk.value(1) | -1
value('{1|-1}')
>>> yk.value("^") > 0, yk.value("^") <= yk.value("^^")
(True, True)
>>> yk.value("*").confused_with(0), yk.value("^*").outcome
(True, 'N')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Optional

from ._native import Value, game_of, value
from .drawing import plot
from .tables import Table

__all__ = ["Thermograph", "Value", "game_of", "value"]

#: Trees with more edges are not drawn.
_MOST_EDGES = 200


@dataclass(frozen=True)
class Thermograph:
    """The thermograph of a value: what each player's next move is worth, taxed by so much.

    >>> import yomikiri as yk
    >>> yk.value("{2|-1}").thermograph().left
    ((Fraction(-1, 1), Fraction(3, 1)), (Fraction(3, 2), Fraction(1, 2)))
    """

    #: The value.
    value: Value
    #: The corners of the left wall: temperature and value.
    left: tuple[tuple[Fraction, Fraction], ...]
    #: The corners of the right wall.
    right: tuple[tuple[Fraction, Fraction], ...]

    @property
    def temperature(self) -> Fraction:
        """How much the next move is worth."""
        return self.value.temperature

    @property
    def mean(self) -> Fraction:
        """What the game is worth on average."""
        return self.value.mean

    @property
    def table(self) -> Table:
        """The corners as a table."""
        walls = (("left", self.left), ("right", self.right))
        return Table(("wall", "temperature", "value"), [(name, t, v) for name, wall in walls for t, v in wall])

    def __str__(self) -> str:
        return self.value.thermograph_picture(64)

    def _repr_svg_(self) -> str:
        return plot(self.value.thermograph_svg())


def thermograph(game: Value) -> Thermograph:
    """The thermograph of a value."""
    left, right = game.walls()
    return Thermograph(game, tuple(left), tuple(right))


def drawn(game: Value) -> Optional[str]:
    """The tree of a canonical form, as SVG; None if it is large."""
    tree = game.tree_svg(_MOST_EDGES)
    return None if tree is None else plot(tree)
