"""Experiments, and methods that are written in Python."""

import pickle
import random
import time
from pathlib import Path
from typing import Any, Callable, Optional

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


PUZZLE = pp.corpus("sudoku/small")[0]


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


def test_a_function_that_counts_like_backtracking_counts_the_same() -> None:
    puzzles = pp.corpus("sudoku/small")[:3]
    experiment = pp.compare(puzzles, [FIRST_FIT, "backtracking:order=in-order,values=in-order,inference=none"], checks=10**7)
    counts: dict[str, list[tuple[int, int]]] = {}
    for row in rows(experiment):
        assert row["outcome"] == "solved"
        counts.setdefault(row["arm"], []).append((row["nodes"], row["checks"]))
    own, textbook = counts.values()
    assert own == textbook


def test_functions_take_turns_however_many_threads_there_are() -> None:
    running, most = 0, 0

    def sleeper(problem: pp.Problem) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.005)
        running -= 1

    # A function that runs an experiment itself does not wait for its own turn.
    def nested(problem: pp.Problem) -> None:
        pp.compare(PUZZLE, [sleeper], seeds=2, threads=2)

    pp.compare(PUZZLE, [sleeper, nested], seeds=10, threads=4)
    assert most == 1


def test_a_long_run_takes_no_memory() -> None:
    resource = pytest.importorskip("resource")

    def runner(problem: pp.Problem) -> None:
        board = [domain[0] for domain in problem.domains]
        while True:
            problem.node()
            problem.violation(0, board)

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [row] = rows(pp.compare(PUZZLE, [runner], seeds=1, nodes=500_000))
    assert (row["why"], row["nodes"], row["checks"]) == ("nodes", 500_001, 500_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def solved_board(problem: pp.Problem) -> list[int]:
    """The solution, without asking anything that is charged for: values of the puzzle's cells are those of its variables."""
    cells = [cell for row in PUZZLE.solve().solution or [] for cell in row]
    assert all(cell in domain for cell, domain in zip(cells, problem.domains))
    return cells


def test_what_is_found_after_the_budget_is_spent_does_not_count() -> None:
    def stubborn(problem: pp.Problem) -> list[int]:
        for _ in range(5):
            try:
                problem.node()
            except Exception:
                pytest.fail("a spent budget is no Exception")
            except pp.BudgetSpent:
                with pytest.raises(pp.BudgetSpent):
                    problem.violation(0, solved_board(problem))
        return solved_board(problem)

    [row] = rows(pp.compare(PUZZLE, [stubborn], seeds=1, nodes=3))
    assert (row["outcome"], row["why"], row["nodes"], row["checks"]) == ("gave-up", "nodes", 4, 0)
    [row] = rows(pp.compare(PUZZLE, [stubborn], seeds=1, nodes=5))
    assert (row["outcome"], row["solutions"]) == ("solved", 1)

    def late(problem: pp.Problem) -> list[int]:
        time.sleep(0.1)
        return solved_board(problem)

    [row] = rows(pp.compare(PUZZLE, [late], seeds=1, seconds=0.05))
    assert (row["outcome"], row["why"]) == ("gave-up", "time")


def test_a_board_that_was_not_paid_for_is_not_the_best() -> None:
    def two(problem: pp.Problem) -> None:
        problem.cost([domain[0] for domain in problem.domains])
        problem.cost(solved_board(problem))

    [row] = rows(pp.compare(PUZZLE, [two], seeds=1, evaluations=1))
    assert row["why"] == "evaluations" and row["best_cost"] > 0
    [row] = rows(pp.compare(PUZZLE, [two], seeds=1, evaluations=2))
    assert row["best_cost"] == 0 and row["trajectory"].endswith(":2:0")


def test_a_function_proves_nothing() -> None:
    with pytest.raises(pp.ExperimentError, match="proves nothing"):
        pp.compare(PUZZLE, [FIRST_FIT, "backtracking"], prove=True)
    plain = "backtracking:order=in-order,inference=none"
    [row] = rows(pp.compare(PUZZLE, [plain], prove=True))
    [found] = rows(pp.compare(PUZZLE, [plain]))
    assert row["outcome"] == "solved" and row["nodes"] > found["nodes"]


@pytest.mark.parametrize("kind", [kind["id"] for kind in pp.kinds()])
def test_values_and_variables_that_there_are_not_are_told(kind: str) -> None:
    def wild(problem: pp.Problem) -> Any:
        board = [domain[0] for domain in problem.domains]
        for value in (65535, 65536, -1, 10**9):
            for ask in (problem.cost, problem.broken, problem.consistent, lambda board: problem.violation(0, board)):
                with pytest.raises(ValueError, match=f"variable 0 cannot be {value}"):
                    ask([value, *board[1:]])
        for variable in (len(board), 10**6, -1):
            with pytest.raises(IndexError, match="there is no variable"):
                problem.consistent(board, variable)
        assert problem.domains is problem.domains and problem.rules is problem.rules
        return [65535] * len(board)

    with pytest.raises(pp.WrongAnswer, match="this is no solution: .*variable 0 cannot be 65535"):
        pp.compare(pp.corpus(f"{kind}/small")[0], [wild], seeds=1)


def test_a_wrong_answer_an_exception_and_nonsense_are_told() -> None:
    puzzle = pp.corpus("sudoku/small")[0]
    assert pp.Method(first_fit, about="").about == "Depth first, in the order of the variables."
    blank = lambda problem: None  # noqa: E731
    blank.__doc__ = "  "
    assert pp.Method(blank).about == "lambda"
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
    with pytest.raises(FileExistsError) as caught:
        experiment.save(tmp_path / "lab")
    assert str(caught.value.filename).startswith(str(tmp_path / "lab"))
    assert experiment.records is experiment.records
    # A folder that has one of the files gets none of the others.
    half = tmp_path / "half"
    half.mkdir()
    (half / "report.html").touch()
    with pytest.raises(FileExistsError):
        experiment.save(half)
    assert [file.name for file in half.iterdir()] == ["report.html"]
    pa = pytest.importorskip("pyarrow")
    table = pa.table(experiment.records)
    assert table.num_rows == len(experiment.records) and table["nodes"].type == pa.uint64()


def test_an_experiment_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\nseeds = 2\n[[instances]]\ncorpus = "kenken/small"\ncount = 2\n[[arms]]\nmethod = "sat"\n')
    assert len(pp.compare(file).records) == 2
    file.write_text(file.read_text().replace('"sat"', '"set"'))
    with pytest.raises(pp.ExperimentError, match=":7:") as wrong:
        pp.compare(file)
    error = wrong.value
    assert (error.file, error.line, error.column) == (str(file), 7, 1) and "set" in error.what
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(FileNotFoundError) as missing:
        pp.compare(tmp_path / "none.toml")
    assert str(missing.value.filename) == str(tmp_path / "none.toml")


def test_puzzles_of_an_experiment_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("mine.toml")
    file.write_text('name = "x"\n[[instances]]\nfiles = ["puzzles.txt"]\n[[arms]]\nmethod = "sat"\n')
    with pytest.raises(pp.ExperimentError, match="mine.toml:2:1: cannot read puzzles.txt"):
        pp.compare(file)
    line = "." * 81
    Path("puzzles.txt").write_text(f"{line}\n{line[:-2]}y.\n")
    with pytest.raises(pp.ParseError) as caught:
        pp.compare(file)
    assert (caught.value.file, caught.value.line, caught.value.column) == ("puzzles.txt", 2, 80)
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(pp.ExperimentError, match="mine.toml:1:9: byte 0xff is not UTF-8"):
        pp.compare(file)


@pytest.mark.parametrize(
    "puzzles, given, left_out",
    [
        ("mine.toml", {"seeds": 3}, "seeds"),
        ("mine.toml", {"methods": ["sat"], "checks": 10, "prove": False}, "methods, checks, prove"),
        ("sudoku/small", {"methods": ["sat"], "n": 3}, "n"),
        ("sudoku/small", {"methods": ["sat"], "size": 9}, "size"),
        ([PUZZLE], {"methods": ["sat"], "n": 3, "level": 2}, "n, level"),
        (PUZZLE, {"methods": ["sat"], "n": 1}, "n"),
    ],
)
def test_nothing_is_left_out_without_a_word(puzzles: Any, given: dict[str, Any], left_out: str) -> None:
    with pytest.raises(TypeError, match=f"leave out {left_out}$"):
        pp.compare(puzzles, **given)


def test_files_of_puzzles_are_read_before(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="give read"):
        pp.compare(tmp_path / "puzzles.txt", ["sat"])


def test_progress_hears_of_all_runs_and_may_end_them() -> None:
    told: list[int] = []
    experiment = pp.compare(PUZZLE, [DESCENT, "backtracking"], seeds=3, checks=1000, progress=told.append)
    assert sum(told) == len(experiment.records) == 4

    def refuse(_: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        pp.compare(PUZZLE, [DESCENT], seeds=1000, checks=10**6, progress=refuse)


def test_ctrl_c_stops_an_experiment(press_ctrl_c: Callable[[], None]) -> None:
    press_ctrl_c()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pp.compare("sudoku/small", [DESCENT], seeds=50, checks=10**9)
    assert time.monotonic() - start < 10


def test_one_method_needs_no_list() -> None:
    def nothing(problem: pp.Problem) -> None:
        problem.node()

    runs = [
        pp.compare("sudoku/small", "sat", seeds=1),
        pp.compare("sudoku/small", pp.Method(nothing, name="mine"), seeds=1),
        pp.compare("sudoku/small", nothing, seeds=1),
    ]
    assert [len(experiment.records.column("arm")) for experiment in runs] == [20, 20, 20]
