"""Games of OpenSpiel, where that is installed."""

from __future__ import annotations

import pickle

import pytest

import yomikiri as yk

pyspiel = pytest.importorskip("pyspiel")


def value(state):
    """The value for the first player, by plain minimax."""
    if state.is_terminal():
        return state.returns()[0]
    best = max if state.current_player() == 0 else min
    return best(value(state.child(action)) for action in state.legal_actions())


WORDS = {1: "first", 0: "draw", -1: "second"}


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("tic_tac_toe", 3),
        ("connect_four(rows=4,columns=4)", 9),
        ("hex(board_size=3)", 3),
        ("breakthrough(rows=5,columns=2)", 4),
        ("nim(pile_sizes=1;2;3)", 0),
    ],
)
def test_values_are_those_of_minimax(name, moves):
    try:
        pyspiel.load_game(name)
    except pyspiel.SpielError:
        pytest.skip(f"this OpenSpiel has no {name}")
    game = yk.openspiel(name)
    for seed in range(3):
        position = game.random(seed, moves)
        state = pyspiel.load_game(name).new_initial_state()
        for move in position.history:
            actions = {game.move_text(state, action): action for action in state.legal_actions()}
            state.apply_action(actions[move])
        assert position.is_over == state.is_terminal()
        solution = position.solve(memory="64M")
        assert solution.verdict == WORDS[int(value(state))]


def test_a_game_of_openspiel_is_like_any_other():
    game = yk.openspiel(pyspiel.load_game("tic_tac_toe"))
    position = game.start.random(1, 4)
    assert pickle.loads(pickle.dumps(position)) == position
    assert game.name.startswith("openspiel:tic_tac_toe")
    for name in ("kuhn_poker", "matrix_rps", "no_such_game"):
        with pytest.raises(yk.InputError):
            yk.openspiel(name)
