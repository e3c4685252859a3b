"""Games of OpenSpiel (``pip install open_spiel``) as games of this package.

A game must be for two players who take turns in the open: sequential, deterministic, with perfect information, zero-sum and
with the result at the end. A state is the sequence of actions that leads to it, so the search visits some hundred to thousand
positions a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional, Union

from .errors import Error, InputError
from .games import Game

__all__ = ["OpenSpielGame", "openspiel"]


class OpenSpielGame(Game):
    """A game of OpenSpiel. A state is a state of OpenSpiel, which nobody changes; moves are its actions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.__dict__["_loaded"] = _loaded(text)

    @property
    def name(self) -> str:
        return f"openspiel:{self.text}"

    def __getstate__(self) -> dict[str, Any]:
        return {"text": self.text}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["text"])  # type: ignore[misc]

    def initial(self) -> Any:
        return self.__dict__["_loaded"].new_initial_state()

    def moves(self, state: Any) -> Iterable[int]:
        actions: Iterable[int] = state.legal_actions()
        return actions

    def play(self, state: Any, move: int) -> Any:
        return state.child(move)

    def result(self, state: Any) -> Optional[str]:
        if not state.is_terminal():
            return None
        first, second = state.returns()
        return "draw" if first == second else "first" if first > second else "second"

    def to_move(self, state: Any) -> Optional[str]:
        if state.is_terminal():
            return None
        return "first" if state.current_player() == 0 else "second"

    def key(self, state: Any) -> str:
        # What a state looks like may leave out who is to move or what was played before; the history never does, and
        # OpenSpiel has no better name that is exact for every game.
        text: str = state.history_str() if self._forgets else str(state)
        return text

    @property
    def _forgets(self) -> bool:
        return not self.__dict__["_loaded"].get_type().provides_observation_string

    def move_text(self, state: Any, move: int) -> str:
        text: str = state.action_to_string(state.current_player(), move)
        return text.replace(" ", "")

    def show(self, state: Any) -> str:
        return str(state)


def _loaded(text: str) -> Any:
    try:
        import pyspiel
    except ImportError as error:
        raise Error("OpenSpiel is not installed: pip install open_spiel") from error
    try:
        loaded = pyspiel.load_game(text)
    except (RuntimeError, pyspiel.SpielError) as error:
        raise InputError(f"OpenSpiel has no game `{text}`: {error}") from error
    kind = loaded.get_type()
    is_plain = (
        loaded.num_players() == 2
        and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        and kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        and kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    )
    if not is_plain:
        raise InputError(
            f"`{text}` is not for two players who take turns in the open, without chance, one's gain being the other's loss"
        )
    return loaded


def openspiel(game: Union[str, Any]) -> OpenSpielGame:
    """A game of OpenSpiel, by its name with parameters, or as ``pyspiel.load_game`` gives it."""
    return OpenSpielGame(game if isinstance(game, str) else str(game))
