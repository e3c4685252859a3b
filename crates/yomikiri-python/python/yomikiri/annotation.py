"""Whole games of Trax with their mistakes."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Union

from . import _native
from .errors import FileError
from .games import Game
from .quantities import Memory, Time, cores, memory_in_bytes, time_in_seconds
from .tables import Table
from .work import Search, Show

__all__ = ["Annotated", "AnnotatedGame", "annotate"]


@dataclass(frozen=True)
class AnnotatedGame:
    """A game with what was found out about its moves."""

    #: Its number in the file, from 1.
    number: int
    #: The game.
    game: str
    #: The players, if the record names them.
    players: Optional[tuple[str, str]]
    #: Who won; None if nobody did.
    won_by: Optional[str]
    #: The number of the move that decided the game, from 1; None if there is none.
    turning_point: Optional[int]
    #: Every move: player, move, judgement, whether that is certain, the best moves, best play.
    table: Table = field(repr=False)
    #: The same as the command line prints it.
    text: str = field(repr=False)
    #: The same as JSON (docs/json.md).
    json: str = field(repr=False)

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The moves that threw away a forced win, missed it, or allowed one."""
        return [row for row in self.table if row["judgement"] in ("threw_away", "missed", "allowed")]

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


@dataclass(frozen=True)
class Annotated:
    """The games of a file, annotated."""

    #: The games.
    games: tuple[AnnotatedGame, ...]
    #: Moves of all games.
    moves: int
    #: Moves that threw away a forced win, missed it, or allowed one.
    mistakes: int
    #: What each player has done.
    players: Table = field(repr=False)
    #: What is wrong with the file.
    errors: tuple[str, ...] = ()
    #: One page with a board for all games, as HTML.
    page: str = field(repr=False, default="")

    def _repr_html_(self) -> str:
        return self.players._repr_html_()


def annotate(
    source: Union[str, os.PathLike[str], bytes],
    rules: Union[Game, str] = "trax",
    *,
    time: Time = 1.0,
    depth: int = 2,
    max_plies: int = 11,
    jobs: Optional[int] = None,
    memory: Memory = "64M",
    show: Show = False,
) -> Annotated:
    """Says of every move in a file of games, or in a text of them, whether it was a mistake.

    A text with a line break, or bytes, is the content of a file; anything else is its name.

    >>> import yomikiri as yk
    >>> annotated = yk.annotate(b"Trax\\n\\n@0/ B1/ C1+ A2/\\n", depth=0)
    >>> annotated.moves
    4
    """
    if isinstance(source, str) and "\n" in source:
        source = source.encode()
    if isinstance(source, bytes):
        title, content = "games", source
    else:
        title = os.fspath(source)
        try:
            content = Path(source).read_bytes()
        except OSError as error:
            raise FileError(f"cannot read {title}: {error.strerror or error}") from error
    name = rules.name if isinstance(rules, Game) else rules
    seconds = time_in_seconds(time) or 0.0
    number, size = jobs or cores(), memory_in_bytes(memory)
    working = Search(
        title,
        lambda: _native.annotate(title, content, name, seconds, depth, max_plies, number, size),
        _annotated,
    )
    return working.result(show)


_COLUMNS = ("player", "move", "judgement", "certain", "best_moves", "line")


def _game(text: str, printed: str) -> AnnotatedGame:
    found = json.loads(text)
    players = found.get("players")
    rows = [[move.get(column) for column in _COLUMNS] for move in found["moves"]]
    turning = found["turning_point"]
    return AnnotatedGame(
        number=found["number"],
        game=found["game"],
        players=None if players is None else (players[0], players[1]),
        won_by=found["won_by"],
        turning_point=turning,
        table=Table([column.replace("_", " ") for column in _COLUMNS], rows),
        text=printed,
        json=text,
    )


def _annotated(found: Any) -> Annotated:
    games, page, summary = found
    said = json.loads(summary)
    columns = ("name", "games", "moves", "threw_away", "missed", "allowed", "only_moves", "accuracy")
    rows = [[player.get(column) for column in columns] for player in said["players"]]
    return Annotated(
        games=tuple(_game(text, printed) for text, printed in games),
        moves=said["moves"],
        mistakes=said["mistakes"],
        players=Table([column.replace("_", " ") for column in columns], rows),
        errors=tuple(said["errors"]),
        page=page,
    )
