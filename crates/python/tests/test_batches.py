"""Many puzzles: iterables, Arrow and numpy; progress, exceptions and Ctrl-C."""

import itertools
import os
import signal
import threading
import time
from typing import Iterator

import pytest

import pencilmark_puzzles as pp

LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
KENKEN = pp.corpus("kenken/small")[0].convert("list")


def test_results_come_in_order_whatever_the_kind() -> None:
    puzzles = [LINE, KENKEN, "no puzzle", pp.parse(LINE), "55" + "." * 79, "." * 81]
    solved = list(pp.solve_many(puzzles))
    assert [one.outcome for one in solved] == ["solved", "solved", "malformed", "solved", "refuted", "solved"]
    assert [one.kind for one in solved] == ["sudoku", "kenken", None, "sudoku", "sudoku", "sudoku"]
    assert solved[0].solution == solved[3].solution == SOLVED and solved[0].exhausted
    assert solved[2].error.startswith("1:1: ") and "5" in solved[4].error
    assert (solved[5].solutions, solved[5].exhausted) == (2, False)


def test_an_endless_iterable_is_held_in_part_only() -> None:
    taken = itertools.count()
    last = 0

    def endless() -> Iterator[str]:
        nonlocal last
        for last in taken:
            yield LINE

    batch = pp.solve_many(endless())
    for solved in itertools.islice(batch, 1000):
        assert solved.solution == SOLVED
    time.sleep(0.3)
    assert last < 200_000
    before = last
    del batch
    time.sleep(0.3)
    assert last < before + 100_000


def test_an_exception_of_the_iterable_comes_after_the_results_before_it() -> None:
    def broken() -> Iterator[str]:
        yield LINE
        raise KeyError("mine")

    batch = pp.solve_many(broken())
    assert next(batch).solution == SOLVED
    with pytest.raises(KeyError, match="mine"):
        next(batch)
    with pytest.raises(TypeError, match="a puzzle is a text or a Puzzle, and this is int"):
        list(pp.solve_many([1]))
    with pytest.raises(TypeError, match="give a list"):
        pp.solve_many(LINE)


def test_progress_hears_of_all() -> None:
    told: list[int] = []
    assert len(list(pp.solve_many([LINE] * 5000, progress=told.append))) == 5000
    assert sum(told) == 5000
    told.clear()
    puzzles = pp.generate("hitori", 6, size=5, progress=told.append)
    assert len(puzzles) == sum(told) == 6


def test_settings_count_for_batches() -> None:
    solved = list(pp.solve_many([LINE] * 3, method="backtracking", limit=1, nodes=2, inference="none", order="in-order"))
    assert [one.outcome for one in solved] == ["gave-up"] * 3
    with pytest.raises(pp.SettingError):
        pp.solve_many([LINE], methode="exact")


def interrupt_soon() -> None:
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()


def test_ctrl_c_stops_what_is_under_way() -> None:
    hard = pp.parse("." * 81)
    start = time.monotonic()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        hard.solve("backtracking", order="in-order", inference="none", limit=10**12)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        for _ in pp.solve_many(itertools.repeat("." * 81), limit=10**7):
            pass
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        pp.generate("sudoku", 10**6, level=6)
    assert time.monotonic() - start < 20
    assert hard.solve(limit=1).outcome == "solved"


def test_arrow_in_and_out() -> None:
    pa = pytest.importorskip("pyarrow")
    texts = [LINE, None, KENKEN, "x", "." * 81]
    for array in (
        pa.array(texts),
        pa.array(texts, pa.large_string()),
        pa.array(texts, pa.string_view()),
        pa.chunked_array([texts[:2], texts[2:]]),
        pa.table({"puzzle": texts}),
        pa.array(["y"] + texts)[1:],
    ):
        table = pa.table(pp.solve_many(array))
        assert table["outcome"].to_pylist() == ["solved", "malformed", "solved", "malformed", "solved"]
        assert table["solution"][0].as_py() == SOLVED and table["solution"][1].as_py() is None
    with pytest.raises(TypeError, match="2 columns"):
        pp.solve_many(pa.table({"a": texts, "b": texts}))
    with pytest.raises(TypeError, match="texts"):
        pp.solve_many(pa.array([1, 2]))
    assert len(pp.solve_many(pa.array([], pa.string()))) == 0


def test_polars_and_pandas_take_tables() -> None:
    pl = pytest.importorskip("polars")
    table = pp.solve_many(pl.Series("puzzle", [LINE, LINE]))
    frame = pl.DataFrame(table)
    assert frame["solution"].to_list() == [SOLVED, SOLVED]
    assert table.column("solutions") == [1, 1] and "solution" in repr(table)
    with pytest.raises(IndexError, match="there is no column `x`; there are kind"):
        table.column("x")


def test_numpy_in() -> None:
    np = pytest.importorskip("numpy")
    digits = np.array([[int(c) if c != "." else 0 for c in LINE]] * 3, dtype=np.int64)
    for array in (np.array([LINE] * 3), np.array([LINE] * 3, dtype="S81"), np.array([LINE] * 3, dtype=object), digits, digits.reshape(3, 9, 9)):
        assert pp.solve_many(array).column("solution") == [SOLVED] * 3
    with pytest.raises(ValueError, match="digits"):
        pp.solve_many(digits + 9)
    with pytest.raises(TypeError):
        pp.solve_many(np.array([1.5]))
