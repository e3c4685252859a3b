"""Counting, mate problems, annotation, formulas."""

from __future__ import annotations

import pytest

import yomikiri as yk


def test_counting(command_line):
    count = yk.count("trax:3x3")
    code, [said], _ = command_line("count", "trax:3x3")
    assert code == 0 and int(count) == int(said["configurations"]) and count.interval is None
    sampled = yk.count("trax:3x3", "importance", samples=20_000, seed=5)
    low, high = sampled.interval
    assert low <= int(count) <= high and sampled.configurations is None
    assert 8 * 2.5e3 < float(yk.count(yk.game("trax:3x3"), "2-exact")) < 8 * 3.5e3
    for game, method in [("gttt:3x3,animal=tic", "exact"), ("trax", "exact"), ("trax:3x3", "guess")]:
        with pytest.raises(yk.InputError):
            yk.count(game, method)


def test_mate_problems(command_line, tmp_path):
    problems = yk.puzzles.make("trax:8x8", plies=(3, 5), count=3, seed=1)
    assert len(problems) == 3
    for problem in problems:
        mate = problem.position.mate(problem.plies)
        assert mate and mate.plies == problem.plies and set(problem.first_moves) <= set(mate.first_moves)
        assert mate.player == problem.player == problem.position.to_move
        # Every first move of the line keeps the win: the opponent has no way out.
        assert problem.position.play(mate.first_moves[0]).to_move != problem.player
        assert problem._repr_svg_().startswith("<svg") and "<table" in mate._repr_html_()
    position = problems[0].position
    code, [said], _ = command_line("puzzle", "solve", "trax:8x8", "--moves", " ".join(position.history))
    mate = position.mate()
    assert code == 0 and said["first_moves"] == list(mate.first_moves) and said["nodes"] == mate.nodes
    none = yk.game("trax:8x8").after("@0/").mate(3)
    assert not none and none.result == "no_mate"
    with pytest.raises(yk.InputError):
        yk.game("gttt:3x3,animal=tic").start.mate()
    with pytest.raises(yk.InputError):
        yk.game("trax:8x8").start.mate(0)


def test_files_of_problems(tmp_path):
    making = yk._native.make_puzzles("trax:8x8", 3, 3, 4, 1, False, 64 << 20)
    assert making.wait(120)
    content = making.take()[1].encode()
    problems = yk.puzzles.read(content)
    checked = yk.puzzles.check(content, confirm=1)
    assert checked and checked.problems == len(problems) == len(checked.table)
    path = tmp_path / "problems"
    path.write_bytes(content.replace(b"\t3\t", b"\t5\t"))
    wrong = yk.puzzles.check(path)
    assert not wrong and wrong.wrong == 4
    with pytest.raises(yk.FileError):
        yk.puzzles.read(tmp_path / "nothing")
    with pytest.raises(yk.InputError):
        yk.puzzles.read(b"one\ttwo\n")


def test_threats():
    position = yk.puzzles.make("trax:8x8", plies=3, count=1, seed=2)[0].position
    assert list(position.threatened().columns) == ["player", "move", "wins by"]
    with pytest.raises(yk.InputError):
        yk.game("gttt:3x3,animal=tic").start.threatened()


def test_annotation():
    game = yk.game("trax").random(11)
    annotated = yk.annotate(f"Trax\n\n{' '.join(game.history)}\n", time=0.2, depth=0)
    assert annotated.moves == len(game.history) and not annotated.errors
    [one] = annotated.games
    assert one.won_by == game.result and one.table.column("move") == list(game.history)
    # A random game is full of mistakes.
    assert annotated.mistakes == len(one.mistakes) > 0 and one.turning_point is not None
    assert "<html" in annotated.page.lower() and str(one) and one.table.to_frame().shape[0] == annotated.moves
    assert "<table" in annotated._repr_html_()
    with pytest.raises(yk.FileError):
        yk.annotate("no-such-file")


def test_formulas(tmp_path, command_line):
    game = "gttt:3x3,animal=tippy"
    formula = yk.qbf.encode(game, turns=5)
    formula.save(tmp_path / "formula.qdimacs")
    code, [said], _ = command_line("qbf", "encode", game, "--turns", "5", "--out", str(tmp_path / "theirs"))
    assert (tmp_path / "theirs").read_text() == formula.text
    assert (said["variables"], said["clauses"]) == (formula.variables, formula.clauses)
    assert yk.qbf.solve(formula).is_true is False
    assert yk.qbf.solve(tmp_path / "formula.qdimacs").is_true is False
    assert yk.qbf.solve(yk.qbf.encode(game, turns=5, format="qcir")).is_true is False
    assert yk.qbf.solve(yk.qbf.encode(game, turns=5, encoding="direct")).is_true is False
    decided = yk.qbf.decide(game, turns=9)
    assert decided.verdict == "first" == yk.game(game).start.solve().verdict
    assert decided.questions[0].first_move in yk.game(game).start.moves()
    assert "first" in decided._repr_html_()
    for wrong in (
        lambda: yk.qbf.encode("trax:4x4"),
        lambda: yk.qbf.encode(game, "white"),
        lambda: yk.qbf.encode(game, format="png"),
        lambda: yk.qbf.encode(game, encoding="clever"),
        lambda: yk.qbf.solve("p cnf nonsense"),
        lambda: yk.qbf.strategy("gttt:3x3,animal=tic"),
        lambda: yk.qbf.decide(game, preprocessor="magic"),
    ):
        with pytest.raises(yk.InputError):
            wrong()


def test_a_strategy_wins_every_game():
    game = yk.game("gttt:3x3,animal=el")
    strategy = yk.qbf.strategy(game)

    def follow(position):
        if position.is_over:
            assert position.result == "first"
            return 1
        if position.to_move == "first":
            return follow(position.play(strategy[position.history]))
        return sum(follow(child) for child in position)

    assert follow(game.start) > 1 and len(strategy) > 1
