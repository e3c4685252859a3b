"""Positions are values, and the rules are those of the library."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yomikiri as yk
from conftest import GAMES

LOADED = {name: yk.game(name) for name in GAMES}

positions = st.builds(
    lambda name, seed, plies: LOADED[name].random(seed, plies),
    st.sampled_from(GAMES),
    st.integers(0, 2**64 - 1),
    st.integers(0, 40),
)


@settings(max_examples=150, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_a_move_and_its_parent(position, random):
    before = (position.text, position.to_move, position.result, position.moves(), position.key)
    if position.result is not None:
        assert position.moves() == [] and position.is_over and position.ending
        with pytest.raises(yk.InputError, match="already over"):
            position.play("a1")
        # Also if nobody has asked before whether it is.
        with pytest.raises(yk.InputError, match="already over"):
            position.game.after(position.history).play("a1")
        return
    assert position.ending is None and position.moves()
    move = random.choice(position.moves())
    after = position.play(move)
    assert after.parent == position
    assert after.history == (*position.history, after.history[-1])
    assert len(after.history) == len(position.history) + 1
    # Nothing has changed.
    assert before == (position.text, position.to_move, position.result, position.moves(), position.key)
    # The same move gives the same position, whatever was asked in between.
    assert position.play(move) == after and hash(position.play(move)) == hash(after)


@settings(max_examples=150, deadline=None)
@given(positions)
def test_texts_and_pickles_round_trip(position):
    assert position.game.after(position.history) == position
    assert position.game.after(" ".join(position.history)).history == position.history
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position), eval(repr(position), vars(yk))):
        assert again == position and hash(again) == hash(position)
        assert again.history == position.history and str(again) == str(position)
    if not position.is_over and position.text is not None:
        read = position.game.at(position.text)
        assert read == position and read.text == position.text and read.key == position.key
        assert (read.to_move, sorted(read.moves())) == (position.to_move, sorted(position.moves()))
        assert pickle.loads(pickle.dumps(read)) == read


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 1000), st.data())
def test_any_order_of_questions_gives_the_same_answers(name, seed, data):
    """All positions of a tree share one board: it must be where it should be, whatever was asked before."""
    end = LOADED[name].random(seed, 25)
    line = [end]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    alone = [LOADED[name].after(position.history) for position in line]
    for at in data.draw(st.lists(st.integers(0, len(line) - 1), max_size=30)):
        here, there = line[at], alone[at]
        assert (here.moves(), here.to_move, here.result) == (there.moves(), there.to_move, there.result)
        if here.moves():
            move = here.moves()[seed % len(here.moves())]
            assert here.play(move).moves() == there.play(move).moves()


@pytest.mark.parametrize("name", GAMES)
def test_agreement_with_the_command_line(name, command_line):
    for seed in range(3):
        position = LOADED[name].random(seed, 5 * seed)
        code, [shown], _ = command_line("show", name, "--moves", " ".join(position.history))
        assert code == 0
        assert shown["moves"] == list(position.history)
        assert shown["legal_moves"] == position.moves()
        assert shown["to_move"] == position.to_move
        assert shown["over"] == position.is_over and shown["reason"] == position.ending
        assert shown.get("position") == position.text
        assert "\n".join(shown["board"]) + "\n" == str(position)


@pytest.mark.parametrize("name", GAMES)
def test_iteration(name):
    start = LOADED[name].start
    children = list(start.children())
    assert [move for move, _ in children] == start.moves()
    assert [child for _, child in children] == list(start)
    assert all(child.parent == start for child in start)


def test_symmetric_positions_share_a_key():
    game = yk.game("gttt:3x3,animal=tic")
    corners = {game.after(move).key for move in ("a1", "a3", "c1", "c3")}
    assert len(corners) == 1 and game.after("b2").key not in corners
    assert game.after("a1") != game.after("a3")


def test_positions_of_different_games_differ():
    assert yk.game("trax:6x6").start != yk.game("trax:5x5").start
    assert yk.game("trax:6x6").start == yk.game("trax:6×6").start
    assert yk.game("trax:6x6").start != "trax:6x6"
    with pytest.raises(TypeError):
        yk.game("trax:6x6").start < yk.game("trax:6x6").start


def test_perft_and_reachable_against_plain_python():
    def perft(position, depth):
        if depth == 0:
            return 1
        return sum(perft(child, depth - 1) for child in position)

    for name in ("trax:4x4", "gttt:3x3,animal=tic", "amazons:4x4"):
        start = LOADED.get(name, yk.game(name)).start
        depth = 1 if name.startswith("amazons") else 3
        assert start.perft(depth) == perft(start, depth)
    start, keys = LOADED["gttt:3x3,animal=tic"].start, [set(), set(), set()]
    for first in start:
        keys[1].add(first.key)
        keys[2].update(second.key for second in first)
    assert start.reachable(2).by_ply[1:] == (len(keys[1]), len(keys[2]))


def test_long_games_are_forgotten_without_recursion():
    position = yk.game("trax").start
    for _ in range(300):
        position = position.random(7, 1)
        if position.is_over:
            break
    assert len(position.history) > 1
    del position


def test_drawings():
    for name in GAMES:
        position = LOADED[name].random(1, 4)
        svg, html = position._repr_svg_(), position._repr_html_()
        assert (svg is None) != (html is None)
        assert svg is None or (svg.startswith("<svg") and svg.rstrip().endswith("</svg>"))
        assert html is None or "<pre" in html
