"""Games written in Python."""

from __future__ import annotations

import functools
import pickle

import pytest

import yomikiri as yk
from conftest import interrupted

METHODS = ["dfs", "id", "id-table", "pns", "dfpn"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(yk.Game):
    """A state is nine characters."""

    def initial(self):
        return "........."

    def moves(self, state):
        return [at for at, square in enumerate(state) if square == "."]

    def play(self, state, move):
        mark = "x" if state.count("x") == state.count("o") else "o"
        return state[:move] + mark + state[move + 1 :]

    def result(self, state):
        for line in LINES:
            if state[line[0]] != "." and len({state[at] for at in line}) == 1:
                return "first" if state[line[0]] == "x" else "second"
        return None if "." in state else "draw"

    def show(self, state):
        return "\n".join(state[row : row + 3] for row in (0, 3, 6))


class Coins(yk.Game):
    """Take some coins; who takes the last one wins, or loses."""

    can_be_drawn = False

    def __init__(self, coins, takes=(1, 2), misere=False):
        self.coins, self.takes, self.misere = coins, takes, misere

    def initial(self):
        return (self.coins, "first")

    def moves(self, state):
        return self.takes

    def play(self, state, move):
        coins, player = state
        other = "second" if player == "first" else "first"
        return None if move > coins else (coins - move, other)

    def to_move(self, state):
        return state[1]

    def result(self, state):
        return None

    def stuck(self, state):
        other = "second" if state[1] == "first" else "first"
        return state[1] if self.misere else other

    def progress(self, state):
        return self.coins - state[0]


def reference(coins, takes, misere):
    """Whether the player to move wins, by plain recursion."""

    @functools.cache
    def wins(left):
        moves = [take for take in takes if take <= left]
        return misere if not moves else any(not wins(left - take) for take in moves)

    return wins(coins)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_solves_it(method):
    game = TicTacToe()
    if method in ("pns", "dfpn"):
        assert game.start.solve(method=method, memory="64M").verdict == "draw"
    assert game.after("0 4 8 1").solve(method=method, memory="64M").verdict == "draw"
    lost = game.after("0 1 4 8 3")
    solution = lost.solve(method=method, memory="64M")
    assert solution.verdict == "first" and not solution.best_moves
    for coins in range(8):
        for takes, misere in [((1, 2), False), ((1, 3, 4), False), ((1, 2), True)]:
            game = Coins(coins, takes, misere)
            wins = reference(coins, takes, misere)
            assert game.start.solve(method=method, memory="64M").winner == ("first" if wins else "second")


def test_it_agrees_with_the_same_game_of_the_library():
    ours, theirs = TicTacToe(), yk.game("gomoku:3x3,k=3")
    squares = {str(at): f"{'abc'[at % 3]}{3 - at // 3}" for at in range(9)}
    for seed in range(20):
        position = ours.random(seed, seed % 9)
        same = theirs.after([squares[move] for move in position.history])
        assert position.result == same.result
        assert sorted(squares[move] for move in position.moves()) == sorted(same.moves())
        assert position.solve(memory="16M").verdict == same.solve(memory="16M").verdict


def test_a_position_of_it_is_like_any_other():
    game = TicTacToe()
    position = game.after("4 0")
    assert position.play("8").parent == position and position.to_move == "first"
    assert str(position) == "o..\n.x.\n...\n" and position.text is None
    assert position._repr_html_().startswith("<pre") and position._repr_svg_() is None
    assert pickle.loads(pickle.dumps(position)) == position
    assert TicTacToe() == game and hash(TicTacToe()) == hash(game) and Coins(3) != Coins(4)
    assert game.start.perft(3) == 9 * 8 * 7
    assert [move for move, _ in game.start.children()] == [str(at) for at in range(9)]
    with pytest.raises(yk.InputError, match="no such move"):
        game.start.play("9")
    with pytest.raises(yk.Error):
        game.at("x")
    with pytest.raises(yk.InputError):
        yk.qbf.encode(game)
    assert Coins(0).start.result == "second"


class Broken(TicTacToe):
    def __init__(self, where, after):
        self.where, self.left = where, after

    def fail(self, where):
        if where == self.where:
            self.left -= 1
            if self.left < 0:
                raise ZeroDivisionError(where)

    def initial(self):
        self.fail("initial")
        return super().initial()

    def moves(self, state):
        self.fail("moves")
        return super().moves(state)

    def play(self, state, move):
        self.fail("play")
        return super().play(state, move)

    def result(self, state):
        self.fail("result")
        return super().result(state)

    def key(self, state):
        self.fail("key")
        return state


@pytest.mark.parametrize("where", ["initial", "moves", "play", "result", "key"])
@pytest.mark.parametrize("after", [0, 1, 50])
@pytest.mark.parametrize("method", ["dfpn", "pns", "id-table"])
def test_exceptions_come_through(where, after, method):
    if where == "initial" and after > 1:
        pytest.skip("it is asked once or twice")
    with pytest.raises(ZeroDivisionError, match=where):
        Broken(where, after).start.solve(method=method, memory="64M")


def test_what_is_wrong_with_a_game_is_said():
    class Nothing(yk.Game):
        pass

    with pytest.raises(NotImplementedError, match="Nothing.initial"):
        Nothing().start

    class NoResult(TicTacToe):
        def result(self, state):
            return "white"

    with pytest.raises(yk.InputError, match="`white` is no result"):
        NoResult().start

    class Endless(yk.Game):
        def initial(self):
            return 0

        def moves(self, state):
            return [1]

        def play(self, state, move):
            return (state + move) % 2

        def result(self, state):
            return None

    with pytest.raises(yk.LimitError, match="longer than"):
        Endless().start.solve(memory="64M")

    class Backwards(Endless):
        def progress(self, state):
            return 5 - state

    with pytest.raises(yk.InputError, match="must grow"):
        Backwards().start.solve(memory="64M")

    class Stuck(Endless):
        def moves(self, state):
            return []

    with pytest.raises(NotImplementedError, match="stuck"):
        Stuck().start.result

    class Unhashable(TicTacToe):
        def key(self, state):
            return [state]

    with pytest.raises(TypeError):
        Unhashable().start.solve(memory="64M")

    class Asks(TicTacToe):
        def moves(self, state):
            return self.position.moves() if hasattr(self, "position") else super().moves(state)

    game = Asks()
    game.position = game.start.play("0")
    with pytest.raises(yk.Error, match="that it is asked about"):
        game.position.moves()


def test_states_without_equality_are_told_apart():
    class State:
        def __init__(self, text):
            self.text = text

    class Objects(TicTacToe):
        def initial(self):
            return State(super().initial())

        def moves(self, state):
            return super().moves(state.text)

        def play(self, state, move):
            return State(super().play(state.text, move))

        def result(self, state):
            return super().result(state.text)

        def show(self, state):
            return state.text

    assert Objects().after("0 4 8").solve(memory="64M").verdict == TicTacToe().after("0 4 8").solve().verdict


def test_deep_games_are_searched():
    assert Coins(400, (1,)).start.solve(memory="64M").winner == "second"
    assert Coins(400, (1,)).start.solve(memory="64M", method="pns").winner == "second"


def test_ctrl_c_stops_it():
    class Slow(Coins):
        def moves(self, state):
            return super().moves(state)

        def key(self, state):
            return object()

    interrupted(Slow(200, (1, 2, 3)).start.search(memory="64M", method="dfs"))


def test_a_game_dies_with_its_last_position():
    import gc
    import weakref

    game = Coins(5)
    position = game.start.play("1")
    there = weakref.ref(game)
    del game
    assert position.solve(memory="16M").verdict == "second"
    del position
    gc.collect()
    assert there() is None
