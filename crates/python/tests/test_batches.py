"""Many puzzles of an iterable, one by one: order, exceptions, threads, memory, progress and Ctrl-C."""

import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator, Union

import pytest

import pencilmark_puzzles as pp

LINE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
KENKEN = pp.corpus("kenken/small")[0].convert("list")
OPEN = "." * 81


def test_results_come_in_order_whatever_the_kind() -> None:
    puzzles: list[Union[str, pp.Puzzle, None]] = [LINE, KENKEN, "no puzzle", pp.parse(LINE), "55" + "." * 79, OPEN, None]
    solved = list(pp.solve_many(puzzles))
    assert [one.outcome for one in solved] == ["solved", "solved", "malformed", "solved", "refuted", "solved", "malformed"]
    assert [one.kind for one in solved] == ["sudoku", "kenken", None, "sudoku", "sudoku", "sudoku", None]
    assert solved[0].solution_text == solved[3].solution_text == SOLVED and solved[0].exhausted
    assert str(solved[2].error).startswith("1:1: ") and "5" in str(solved[4].reason)
    assert (solved[5].solutions, solved[5].exhausted) == (2, False)


def test_puzzles_are_solved_as_what_they_are() -> None:
    pa = pytest.importorskip("pyarrow")
    puzzles = [puzzle for kind in pp.kinds() for puzzle in pp.corpus(f"{kind['id']}/small")[:2]]
    # How texts are to be read says nothing about what was read before.
    solved = list(pp.solve_many([*puzzles, LINE + "\n"], kind="sudoku", format="line"))
    assert [one.outcome for one in solved] == ["solved"] * (len(puzzles) + 1)
    # Rows are those of a single solve, and texts are those of a table.
    assert [one.solution for one in solved] == [puzzle.solve().solution for puzzle in [*puzzles, pp.parse(LINE)]]
    table = pp.solve_many(pa.array([puzzle.convert("json") for puzzle in puzzles]))
    assert [one.solution_text for one in solved] == [*table["solution"], SOLVED]
    assert [one.kind for one in solved] == [puzzle.kind for puzzle in puzzles] + ["sudoku"]


def test_lines_of_a_file_are_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text(f"{LINE}\n" * 3)
    with file.open() as lines:
        assert [one.solution_text for one in pp.solve_many(lines)] == [SOLVED] * 3


def test_an_endless_iterable_is_held_in_part_only() -> None:
    taken = itertools.count()
    last = 0

    def endless() -> Iterator[str]:
        nonlocal last
        for last in taken:
            yield LINE

    batch = pp.solve_many(endless())
    for solved in itertools.islice(batch, 1000):
        assert solved.solution_text == SOLVED
    time.sleep(0.3)
    assert last < 200_000
    before = last
    del batch
    time.sleep(0.3)
    assert last == before, "nobody asks the iterable any more"


def test_large_texts_are_held_by_their_bytes() -> None:
    given = 0

    def large() -> Iterator[str]:
        nonlocal given
        for given in itertools.count(1):
            yield "x" * 10**6

    with pp.solve_many(large()) as batch:
        assert next(batch).outcome == "malformed"
        assert given < 100


def test_an_exception_of_the_iterable_comes_after_the_results_before_it() -> None:
    def broken() -> Iterator[str]:
        yield LINE
        raise KeyError("mine")

    batch = pp.solve_many(broken())
    assert next(batch).solution_text == SOLVED
    with pytest.raises(KeyError, match="mine"):
        next(batch)
    assert list(batch) == []
    with pytest.raises(TypeError, match="give a list"):
        pp.solve_many(LINE)


def divided(number: int) -> str:
    return LINE if 1 // number else LINE


@pytest.mark.parametrize(
    "puzzles, exception",
    [
        (lambda: [1], TypeError),
        (lambda: [LINE, 1, LINE, LINE], TypeError),
        # Iterators that would go on after an exception.
        (lambda: map(divided, [1, 0, 1, 1]), ZeroDivisionError),
        (lambda: iter([LINE, b"bytes", LINE]), TypeError),
    ],
)
def test_nothing_is_read_after_an_exception(puzzles: Any, exception: type[Exception]) -> None:
    batch, results = pp.solve_many(puzzles()), []
    with pytest.raises(exception, match="zero|a puzzle is a text or a Puzzle, and this is (int|bytes)"):
        for solved in batch:
            results.append(solved.solution_text)
    assert results == [SOLVED] * (len(list(puzzles())) > 1 if exception is TypeError else 1)
    assert next(batch, None) is None


def test_the_iterable_runs_on_the_thread_of_whoever_iterates() -> None:
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE puzzles (text)")
    connection.executemany("INSERT INTO puzzles VALUES (?)", [(LINE,)] * 1000)
    rows = connection.execute("SELECT text FROM puzzles")
    assert [one.solution_text for one in pp.solve_many(text for (text,) in rows)] == [SOLVED] * 1000


def test_the_first_result_of_a_slow_source_does_not_wait_for_many() -> None:
    given = 0

    def slow() -> Iterator[str]:
        nonlocal given
        for given in range(1, 201):
            time.sleep(0.01)
            yield LINE

    with pp.solve_many(slow()) as batch:
        assert next(batch).solution_text == SOLVED
        assert given < 100


def test_a_batch_that_is_closed_lets_go_of_its_iterable() -> None:
    ended = []

    def endless() -> Iterator[str]:
        try:
            while True:
                yield OPEN
        finally:
            ended.append(threading.current_thread())

    with pp.solve_many(endless(), limit=1) as batch:
        assert next(batch).outcome == "solved"
    assert ended == [threading.current_thread()]
    assert list(batch) == []
    batch.close()


def test_a_batch_that_asks_itself_is_told_so() -> None:
    batches: list[pp.Batch] = []

    def itself() -> Iterator[str]:
        yield LINE
        yield str(next(batches[0]).solution_text)

    batches.append(pp.solve_many(itself()))
    assert next(batches[0]).solution_text == SOLVED
    with pytest.raises(ValueError, match="iterated over already"):
        next(batches[0])


def test_progress_hears_of_all() -> None:
    told: list[int] = []
    assert len(list(pp.solve_many([LINE] * 5000, progress=told.append))) == 5000
    assert sum(told) == 5000
    told.clear()
    puzzles = pp.generate("hitori", 6, size=5, progress=told.append)
    assert len(puzzles) == sum(told) == 6


def test_a_bar_of_tqdm_is_progress() -> None:
    tqdm = pytest.importorskip("tqdm")
    with open(os.devnull, "w") as nowhere, tqdm.tqdm(total=3000, file=nowhere) as bar:
        assert len(list(pp.solve_many([LINE] * 3000, progress=bar.update))) == bar.n == 3000


def test_an_exception_of_progress_stops_the_work() -> None:
    def refuse(_: int) -> None:
        raise RuntimeError("no more")

    batch = pp.solve_many(itertools.repeat(LINE), progress=refuse)
    with pytest.raises(RuntimeError, match="no more"):
        next(batch)
    assert next(batch, None) is None


def test_settings_count_for_batches() -> None:
    solved = list(pp.solve_many([LINE] * 3, method="backtracking", limit=1, nodes=2, inference="none", order="in-order"))
    assert [one.outcome for one in solved] == ["gave-up"] * 3
    with pytest.raises(pp.SettingError, match="has no parameter `methode`"):
        pp.solve_many([LINE], methode="exact")
    with pytest.raises(pp.SettingError, match="`limit` cannot be 0"):
        pp.solve_many([LINE], limit=0)
    counted = next(pp.solve_many([OPEN], limit=5000))
    assert (counted.solutions, len(str(counted.solution_text))) == (5000, 81)


def test_settings_of_kinds_count_for_batches() -> None:
    puzzle = pp.generate("star-battle", size=9, stars=2, seed=1)
    # Without its first line, the text leaves open how many stars there are.
    regions = puzzle.convert("regions").split("\n", 1)[1]
    [one], [two] = (pp.solve_many([regions], kind="star-battle", stars=stars) for stars in (1, 2))
    assert one.solutions != 1 and two.solutions == 1 and two.exhausted
    [two] = pp.solve_many([regions], kind="star-battle", stars=2, method="backtracking", inference="mac")
    assert two.outcome == "solved"
    with pytest.raises(pp.SettingError):
        pp.solve_many([LINE], kind="sudoko")


def test_no_setting_of_reading_is_a_setting_of_a_method() -> None:
    reading = {setting["name"] for kind in pp.kinds() for setting in kind["settings"] if setting["reading"]}
    assert reading and not reading & {setting["name"] for method in pp.methods() for setting in method["settings"]}


def test_ctrl_c_stops_what_is_under_way(press_ctrl_c: Callable[[], None]) -> None:
    hard = pp.parse(OPEN)
    start = time.monotonic()
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        hard.solve("backtracking", order="in-order", inference="none", limit=10**12)
    press_ctrl_c()
    batch = pp.solve_many(itertools.repeat(OPEN), limit=10**7)
    with pytest.raises(KeyboardInterrupt):
        next(batch)
    assert next(batch, None) is None
    press_ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        pp.generate("sudoku", 10**6, level=6)
    assert time.monotonic() - start < 20
    assert hard.solve(limit=1).outcome == "solved"


def test_a_batch_under_way_does_not_keep_the_interpreter_from_ending() -> None:
    code = f"""
import itertools, pencilmark_puzzles as pp
batch = pp.solve_many(itertools.repeat({LINE!r}))
print(next(batch).outcome)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "solved\n", "")
