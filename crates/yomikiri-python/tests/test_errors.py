"""What is wrong is an exception of the package, with the text of the command line."""

from __future__ import annotations

import pytest

import yomikiri as yk


def the_texts(command_line, *arguments):
    code, lines, errors = command_line(*arguments)
    assert code == 2
    return errors + "".join(str(line.get("message", "")) for line in lines)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("trx:6x6", ""),
        ("trax:99x99x", ""),
        ("gttt:4x4,animal=tipy", ""),
        ("toss:no-such-file", ""),
        ("trax:6x6", "@0/ @0/"),
        ("trax:6x6", "@0/ B1\x1b[31m"),
        ("gttt:3x3,animal=tic", "a1 a1"),
        ("amazons:6x6", "nonsense"),
    ],
)
def test_texts_are_those_of_the_command_line(name, moves, command_line):
    with pytest.raises(yk.Error) as caught:
        yk.game(name).after(moves)
    assert isinstance(caught.value, (ValueError, OSError))
    if "\x1b" not in moves:
        said = the_texts(command_line, "show", name, "--moves", moves)
        assert str(caught.value) in said


def test_wrong_options():
    start = yk.game("trax:4x4").start
    for options, kind in [
        ({"memory": "2 parsecs"}, yk.InputError),
        ({"memory": 10}, yk.LimitError),
        ({"memory": "8000T"}, yk.LimitError),
        ({"time": "soon"}, yk.InputError),
        ({"time": -1}, yk.InputError),
        ({"time": float("nan")}, yk.InputError),
        ({"method": "guess"}, yk.InputError),
        ({"can_win": "white"}, yk.InputError),
        ({"threads": 0}, yk.InputError),
        ({"threads": 60000}, yk.LimitError),
        ({"shallow": 3}, yk.InputError),
        ({"as_in": "999"}, yk.InputError),
        ({"best_moves": "some"}, yk.InputError),
        ({"method": "pns", "checkpoint": "/tmp/x"}, yk.InputError),
        ({"proof_file": "/no/such/folder/proof"}, yk.FileError),
        ({"resume": "/no/such/file"}, yk.FileError),
    ]:
        with pytest.raises(kind):
            start.solve(**options)
    for options in ({"threads": -1}, {"threads": 2**20}, {"nodes": -5}, {"nonsense": 1}):
        with pytest.raises((OverflowError, TypeError)):
            start.solve(**options)


def test_texts_of_any_kind():
    for text in ("", "\0", "é" * 1000, "trax:" + "9" * 400, "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace")):
        with pytest.raises(yk.InputError):
            yk.game(text)
        with pytest.raises(yk.InputError):
            yk.game("trax:6x6").start.play(text)
        with pytest.raises(yk.InputError):
            yk.game("trax:6x6").at(text)
        with pytest.raises(yk.InputError):
            yk.value("{" + text)
        with pytest.raises(yk.InputError):
            yk.amazons(text)
    with pytest.raises(TypeError):
        yk.game("trax:6x6").start.play(5)
    with pytest.raises(UnicodeEncodeError):
        yk.game("\ud800")


def test_nothing_is_both_taken_and_lost():
    work = yk._native.perft(yk.game("trax").start, 2)
    assert work.wait(10) and work.take() == 24
    with pytest.raises(yk.Error):
        work.take()
