"""Games: those of the library by their names, and your own.

>>> import yomikiri as yk
>>> game = yk.game("gttt:3x3,animal=tic")
>>> game.start.moves()
['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']
>>> game.after("b2 a1").to_move
'first'
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

from ._native import Handle, Position, families
from .errors import InputError
from .work import Search

if TYPE_CHECKING:
    from .tables import Table

__all__ = ["Game", "game", "games"]


class Game:
    """A game: a name, rules, and positions.

    :func:`game` gives the games of the library. To write your own, inherit from this class and say what a position is:
    any object, the *state*, that nothing changes once it is made, and that can be a key of a dictionary.

    >>> import yomikiri as yk
    >>> class Coins(yk.Game):
    ...     "Take one or two coins; who takes the last one wins."
    ...     can_be_drawn = False
    ...     def __init__(self, coins):
    ...         self.coins = coins
    ...     def initial(self):
    ...         return (self.coins, "first")
    ...     def moves(self, state):
    ...         return [take for take in (1, 2) if take <= state[0]]
    ...     def play(self, state, move):
    ...         coins, player = state
    ...         return (coins - move, "second" if player == "first" else "first")
    ...     def to_move(self, state):
    ...         return state[1]
    ...     def result(self, state):
    ...         coins, player = state
    ...         return None if coins else ("second" if player == "first" else "first")
    >>> Coins(7).start.solve().verdict, Coins(6).start.solve().verdict
    ('first', 'second')
    >>> Coins(7).start.solve(method="pns").best_moves
    ('1',)

    Every method of search works on it. It is for teaching and prototypes: each position that a search looks at asks Python
    several questions, so a search visits some ten thousand positions a second, and threads do not help.
    """

    #: Whether the game can end without a winner. Where it cannot, one question decides it instead of two.
    can_be_drawn: bool = True

    # What a game written in Python says. The games of the library say it of their positions.

    def initial(self) -> Any:
        """The state at the start of the game."""
        raise NotImplementedError(f"{type(self).__name__}.initial() is missing")

    def moves(self, state: Any) -> Iterable[Any]:
        """The moves at a state at which the game is not over: anything that has a text of its own."""
        raise NotImplementedError(f"{type(self).__name__}.moves(state) is missing")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move; None if the move turns out to be illegal."""
        raise NotImplementedError(f"{type(self).__name__}.play(state, move) is missing")

    def result(self, state: Any) -> Optional[str]:
        """"first", "second" or "draw" if the game is over at the state; None if it goes on."""
        raise NotImplementedError(f"{type(self).__name__}.result(state) is missing")

    def stuck(self, state: Any) -> str:
        """The result if there is no legal move at a state at which :meth:`result` is None."""
        raise NotImplementedError(
            f"there is no legal move, and {type(self).__name__}.stuck(state) does not say who wins then"
        )

    def to_move(self, state: Any) -> Optional[str]:
        """"first" or "second"; None if the players take turns."""
        return None

    def key(self, state: Any) -> Hashable:
        """What states have in common that are the same to a search, by symmetry for example: the state itself."""
        found: Hashable = state
        return found

    def progress(self, state: Any) -> Optional[int]:
        """A number that grows with every move; None for the number of moves that were played.

        States at which it differs are different to a search. A game in which the same state can be reached by more or
        fewer moves is searched faster if this is, for example, the number of coins that are gone.
        """
        return None

    def move_text(self, state: Any, move: Any) -> str:
        """The text of a move."""
        return str(move)

    def show(self, state: Any) -> str:
        """A state as text, on one line or several."""
        return str(state)

    # What every game has.

    @property
    def name(self) -> str:
        """The name of the game."""
        return type(self).__name__

    @property
    def colours(self) -> tuple[str, str]:
        """What the pieces of the first and the second player are called."""
        return self._handle.colours

    @property
    def start(self) -> Position:
        """The position at the start of the game."""
        return self._handle.start(self)

    def after(self, moves: Union[str, Iterable[str]]) -> Position:
        """The position after some moves: one text as games are written, or one text for each move.

        >>> import yomikiri as yk
        >>> yk.game("trax:8x8").after("@0/ B1+").history
        ('@0/', 'B1+')
        """
        return self.start.play_all(moves) if isinstance(moves, str) else _played(self.start, moves)

    def at(self, text: str) -> Position:
        """The position that a line of text describes (docs/notation.md).

        >>> import yomikiri as yk
        >>> yk.game("gttt:3x3,animal=tic").at("x..|.o.|... x").to_move
        'first'
        """
        return self._handle.at(self, text)

    def random(self, seed: int, plies: Optional[int] = None) -> Position:
        """The position after random moves: at the end of the game, or after so many."""
        return self.start.random(seed, plies)

    @property
    def _handle(self) -> Handle:
        handle: Optional[Handle] = self.__dict__.get("_cached_handle")
        if handle is None:
            handle = self._new_handle()
            self.__dict__["_cached_handle"] = handle
        return handle

    def _new_handle(self) -> Handle:
        return Handle.of_object(self, self.name)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_cached_handle"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (type(self) is type(other) and self.__getstate__() == other.__getstate__())

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


class _LibraryGame(Game):
    """A game of the library. Its states are positions."""

    def __init__(self, handle: Handle) -> None:
        self.__dict__["_cached_handle"] = handle

    @property
    def name(self) -> str:
        return self._handle.name

    def initial(self) -> Position:
        return self.start

    def moves(self, state: Position) -> list[str]:
        return state.moves()

    def play(self, state: Position, move: str) -> Position:
        return state.play(move)

    def result(self, state: Position) -> Optional[str]:
        return state.result

    def to_move(self, state: Position) -> str:
        return state.to_move

    def show(self, state: Position) -> str:
        return str(state)

    def description(self) -> Optional[str]:
        """The game in the language of Toss; None if it cannot be described so."""
        return self._handle.description()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return isinstance(other, _LibraryGame) and self._handle.identity == other._handle.identity

    def __hash__(self) -> int:
        return hash(self._handle.identity)

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (game, (self.name,))


def game(name: Union[str, os.PathLike[str]]) -> Game:
    """A game by its name: ``trax:6x6``, ``gttt:4x4,animal=tippy``, ``amazons:6x6``, ``toss:FILE``.

    >>> import yomikiri as yk
    >>> yk.game("trax:6×6")
    game('trax:6x6')
    """
    text = os.fspath(name)
    loading = Search(text, lambda: Handle.load(text), lambda handle: _LibraryGame(handle))
    return loading.result()


def games() -> Table:
    """The families of games, and what their names look like.

    >>> import yomikiri as yk
    >>> yk.games().column("name")[0]
    'trax:NxN'
    """
    from .tables import Table

    return Table(("name", "what it is"), families())


def _handle_of(what: Union[Game, str]) -> Handle:
    """The handle of a game, or of the game with a name."""
    found = game(what) if isinstance(what, str) else what
    if not isinstance(found, Game):
        raise InputError(f"{found!r} is no game")
    return found._handle


def _played(position: Position, moves: Iterable[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _position(owner: Game, origin: Optional[str], moves: Iterable[str]) -> Position:
    """A position as it was pickled."""
    return _played(owner.start if origin is None else owner.at(origin), moves)
