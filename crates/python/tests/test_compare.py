"""Experiments, and methods that are written in Python."""

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any, Optional

import pytest

import pencilmark_puzzles as pp


def first_fit(problem: pp.Problem) -> Any:
    """Depth first, in the order of the variables."""
    domains = problem.domains
    board: list[Optional[int]] = [domain[0] if len(domain) == 1 else None for domain in domains]
    opened = [variable for variable, domain in enumerate(domains) if len(domain) > 1]

    def extend(depth: int) -> bool:
        if depth == len(opened):
            return True
        variable = opened[depth]
        for value in domains[variable]:
            problem.node()
            board[variable] = value
            if problem.consistent(board, variable) and extend(depth + 1):
                return True
        board[variable] = None
        return False

    problem.node()
    return board if problem.consistent(board) and extend(0) else False


def descent(problem: pp.Problem) -> Optional[list[int]]:
    """Changes single variables at random, and never goes up."""
    draw = random.Random(problem.seed)
    domains = problem.domains
    board = [draw.choice(domain) for domain in domains]
    cost = problem.cost(board)
    while cost:
        variable = draw.randrange(len(board))
        before, board[variable] = board[variable], draw.choice(domains[variable])
        after = problem.cost(board)
        if after > cost:
            board[variable] = before
        else:
            cost = after
    return board


FIRST_FIT = pp.Method(first_fit, complete=True, draws=False)
DESCENT = pp.Method(descent, family="walk")


def rows(experiment: pp.Experiment) -> list[dict[str, Any]]:
    columns = experiment.records.to_dict()
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


@pytest.mark.parametrize("kind", [kind["id"] for kind in pp.kinds()])
def test_a_function_runs_on_every_kind_under_the_same_counters(kind: str) -> None:
    puzzles = pp.corpus(f"{kind}/small")[:2]
    experiment = pp.compare(puzzles, [FIRST_FIT, DESCENT, "backtracking"], seeds=2, checks=30_000)
    found = rows(experiment)
    assert len(found) == 2 * (1 + 2 + 1)
    assert {row["outcome"] for row in found} <= {"solved", "gave-up"}
    for row in found:
        assert row["why"] in ("", "checks") and row["checks"] > 0
        if row["arm"] == "descent":
            assert row["evaluations"] > 0 and row["best_cost"] is not None
    assert any(row["outcome"] == "solved" for row in found if row["arm"] == "backtracking")


def test_records_of_functions_replay() -> None:
    puzzles = pp.corpus("sudoku/small")[:3]

    def counts(threads: int) -> list[dict[str, Any]]:
        experiment = pp.compare(puzzles, [FIRST_FIT, DESCENT], seeds=3, checks=20_000, threads=threads)
        return [{name: value for name, value in row.items() if name != "seconds"} for row in rows(experiment)]

    assert counts(1) == counts(2)


def test_a_function_that_counts_like_backtracking_counts_the_same_nodes() -> None:
    puzzles = pp.corpus("sudoku/small")[:3]
    experiment = pp.compare(puzzles, [FIRST_FIT, "backtracking:order=in-order,values=in-order,inference=none"], checks=10**7)
    nodes: dict[str, list[int]] = {}
    for row in rows(experiment):
        assert row["outcome"] == "solved"
        nodes.setdefault(row["arm"], []).append(row["nodes"])
    own, textbook = nodes.values()
    assert own == textbook


def test_a_wrong_answer_an_exception_and_nonsense_are_told() -> None:
    puzzle = pp.corpus("sudoku/small")[0]
    with pytest.raises(pp.WrongAnswer, match="this is no solution: r1c2 is 2"):
        pp.compare(puzzle, [pp.Method(lambda problem: [1] * len(problem.domains), name="ones")])
    with pytest.raises(ZeroDivisionError):
        pp.compare(puzzle, [pp.Method(lambda problem: 1 // 0, name="zero"), "backtracking"])
    with pytest.raises(TypeError, match="returns a value for every variable"):
        pp.compare(puzzle, [pp.Method(lambda problem: "solved", name="words")])
    with pytest.raises(TypeError, match="say complete=True"):
        pp.compare(puzzle, [pp.Method(lambda problem: False, name="no")])
    with pytest.raises(pp.WrongAnswer, match="refuted a puzzle"):
        pp.compare(puzzle, [pp.Method(lambda problem: False, name="never", complete=True, draws=False), "backtracking"])
    with pytest.raises(pp.SettingError, match="cannot be called `sat`"):
        pp.compare(puzzle, [pp.Method(first_fit, name="sat")])
    with pytest.raises(pp.ExperimentError, match="two arms are called"):
        pp.compare(puzzle, [first_fit, first_fit])
    with pytest.raises(pp.ExperimentError):
        pp.compare(puzzle, [])


def test_a_problem_is_data() -> None:
    seen: list[Any] = []

    def look(problem: pp.Problem) -> None:
        board: list[Optional[int]] = [None] * len(problem.domains)
        seen.extend([problem.rules, problem.domains, problem.seed, problem.violation(problem.rules[-1].index, board)])
        with pytest.raises(IndexError):
            problem.violation(10**6, board)
        with pytest.raises(TypeError):
            problem.consistent([1])

    pp.compare(pp.corpus("kenken/small")[0], [look], seeds=1, seed=11)
    rules, domains, seed, violation = seen
    assert {rule.sort for rule in rules} >= {"all-different", "cage"} and (seed, violation) == (11, 0)
    assert all(0 <= variable < len(domains) for rule in rules for variable in rule.scope)


def test_records_are_arrow_tables_and_reports_can_be_read(tmp_path: Path) -> None:
    experiment = pp.compare("sudoku/small", ["backtracking", "min-conflicts"], seeds=2, checks=50_000)
    assert "2 arms" in repr(experiment) and "backtracking" in experiment.summary
    assert experiment.report_as("html").startswith("<!") and experiment._repr_html_()
    experiment.save(tmp_path / "lab")
    assert {"records.csv", "report.html", "manifest.json"} <= {file.name for file in (tmp_path / "lab").iterdir()}
    with pytest.raises(FileExistsError):
        experiment.save(tmp_path / "lab")
    pa = pytest.importorskip("pyarrow")
    table = pa.table(experiment.records)
    assert table.num_rows == len(experiment.records) and table["nodes"].type == pa.uint64()


def test_an_experiment_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\nseeds = 2\n[[instances]]\ncorpus = "kenken/small"\ncount = 2\n[[arms]]\nmethod = "sat"\n')
    assert len(pp.compare(file).records) == 2
    file.write_text(file.read_text().replace('"sat"', '"set"'))
    with pytest.raises(pp.ExperimentError, match=":7:"):
        pp.compare(file)


def test_ctrl_c_stops_an_experiment() -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pp.compare("sudoku/small", [DESCENT], seeds=50, checks=10**9)
    assert time.monotonic() - start < 10
