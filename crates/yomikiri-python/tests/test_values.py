"""Values of games, boards of Amazons, databases."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yomikiri as yk

numbers = st.builds(Fraction, st.integers(-8, 8), st.sampled_from([1, 2, 4]))
texts = st.recursive(
    st.one_of(numbers.map(str), st.sampled_from(["*", "^", "v", "*2", "^*"])),
    lambda inner: st.builds("{{{}|{}}}".format, inner, inner),
    max_leaves=6,
)
values = texts.map(yk.value)


@settings(max_examples=150, deadline=None)
@given(values, values, values)
def test_laws(a, b, c):
    assert a + b == b + a and (a + b) + c == a + (b + c)
    assert a - a == 0 and -(-a) == a and a + 0 == a and 0 + a == a and a - b == -(b - a)
    assert a <= a and not a < a
    assert [a < b, a > b, a == b, a.confused_with(b)].count(True) == 1
    assert (a <= b) == (b >= a) == ((b - a) >= 0)
    assert (a == b) == (a.canonical == b.canonical)
    if a == b:
        assert hash(a) == hash(b)
    assert 3 * a == a + a + a == a * 3 and -2 * a == -(a + a)
    assert pickle.loads(pickle.dumps(a)) == a and eval(repr(a), vars(yk)) == a


@settings(max_examples=100, deadline=None)
@given(values)
def test_facts(a):
    assert yk.game_of(a.left, a.right) == a or a.number is not None
    assert a.outcome == {
        (True, False): "L",
        (False, True): "R",
        (False, False): "N",
        (True, True): "P",
    }[(a >= 0, a <= 0)]
    assert a.left_stop >= a.right_stop and a.temperature >= -1
    assert a.right_stop <= a.mean <= a.left_stop or a.number is not None
    assert a.birthday >= 0 and bool(a) == (a != 0)
    plot = a.thermograph()
    assert plot.mean == a.mean and plot.temperature == a.temperature
    assert plot._repr_svg_().startswith("<svg") and str(plot) and len(plot.table) >= 2


@given(numbers, numbers)
def test_numbers_are_python_numbers(a, b):
    assert yk.value(a).number == a and yk.value(a) == a and hash(yk.value(a)) == hash(a)
    assert yk.value(a) + b == a + b and b - yk.value(a) == b - a
    assert (yk.value(a) <= b) == (a <= b)


def test_games_made_of_options():
    assert (yk.value(1) | -1) == yk.value("{1|-1}") and (1 | yk.value(-1)).temperature == 1
    assert yk.game_of([0], [0]) == yk.value("*") and yk.game_of([], []) == 0
    assert str(yk.value("{{3|0},1|-3}")) == "{1,{3|0}|-3}"
    assert yk.value("*").number is None and yk.value("*")._repr_svg_()
    for wrong in (0.5, None, True, Fraction(1, 3), [], "1/3"):
        with pytest.raises((TypeError, yk.InputError)):
            yk.value(wrong)
    with pytest.raises(TypeError):
        yk.value(1) + "1"
    assert yk.value(1) != "1"


def test_agreement_with_the_command_line(command_line):
    for text in ("{1|*}+^", "{{3|0},1|-3}", "1/2 - *", "tiny(2)" if False else "{0||0|-2}"):
        code, [said], _ = command_line("value", text)
        value = yk.value(text)
        assert code == 0 and said["canonical"] == value.canonical
        assert (said["mean"], said["temperature"]) == (str(value.mean), str(value.temperature))
        assert (said["left_stop"], said["right_stop"]) == (str(value.left_stop), str(value.right_stop))
        assert (said["outcome"], said["birthday"]) == (value.outcome, value.birthday)


def test_many_values_begin_a_new_arena():
    first = yk.value("{7|{3|-5}}")
    for number in range(3):
        big = sum((yk.value(f"{{{n}|-{n + number}}}") for n in range(1, 13)), yk.value(0))
        assert big - big == 0
    again = yk.value("{7|{3|-5}}")
    assert first == again and first + again == 2 * first and hash(first) == hash(again)


def test_amazons(command_line):
    board = yk.amazons("x..o|..#.")
    analysis = board.analyse()
    assert board.value() == analysis.value
    code, [said], _ = command_line("value", "amazons", "x..o|..#.")
    assert code == 0 and said["canonical"] == str(analysis.value)
    assert len(analysis.moves) == len(said["left_moves"]) + len(said["right_moves"])
    assert [move.region for move in analysis.moves] and analysis.table.to_frame().shape[1] == 9
    assert analysis._repr_svg_().startswith("<svg") and board._repr_svg_().startswith("<svg")
    both = board + board
    assert both.value() == board.value() + board.value() and len(both.boards) == 2
    outcome = {"L": ("left", "left"), "R": ("right", "right"), "N": ("left", "right"), "P": ("right", "left")}
    for text in ("x..o|..#.", "x.|.o", "xo", "x...", "x..|...|..o"):
        small = yk.amazons(text)
        assert small.winner() == outcome[small.value().outcome]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return yk.build(tmp_path_factory.mktemp("database") / "3x3.db", (3, 3), threads=2, memory="256M")


def test_databases(database, tmp_path):
    numpy = pytest.importorskip("numpy")
    assert "3x3" in database.holds and "3x3" in repr(database)
    texts = ["x..|...|..o", "x#.|..o|##.", "xo.|...|...", "...|.x.|..."]
    found = database.look_up(texts)
    for text, value, mean, temperature in zip(texts, found.values, found.means, found.temperatures):
        alone = yk.amazons(text).value()
        assert yk.value(value) == alone == database.value(text) == yk.amazons(text).value(database)
        assert (mean, temperature) == (float(alone.mean), float(alone.temperature))
    codes = numpy.array([[[".xo#".index(c) for c in row] for row in text.split("|")] for text in texts])
    again = database.look_up(codes)
    assert again.values == found.values and (again.means == found.means).all()
    assert again.temperatures.dtype == float and len(again.table) == 4
    missing = database.look_up(["xo..|....", "x.o"])
    assert missing.values[0] is None and numpy.isnan(missing.means[0])
    assert missing.values[1] is not None
    assert database.verify(50) == []
    assert database.statistics().column("boards")
    for wrong in (numpy.zeros((2, 3)), numpy.full((1, 3, 3), 9), numpy.zeros((1, 3, 3), dtype=float)):
        with pytest.raises(yk.InputError):
            database.look_up(wrong)
    with pytest.raises(yk.InputError, match="board 2"):
        database.look_up(["x.o", "y"])
    (tmp_path / "junk").write_bytes(b"junk")
    for path in (tmp_path / "nothing", tmp_path / "junk"):
        with pytest.raises(yk.FileError, match="cannot use"):
            yk.database(path)
