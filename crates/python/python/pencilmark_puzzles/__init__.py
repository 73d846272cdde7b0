"""Pencilmark: Sudoku, KenKen, Hitori, Hidato and Star Battle. Solve, prove unique, generate, grade, explain, and compare search methods.

>>> import pencilmark_puzzles as pp
>>> puzzle = pp.parse("sudoku/4/4/g1k23k3g")
>>> print(puzzle)
┏━━━┯━━━┳━━━┯━━━┓
┃   │ 1 ┃   │   ┃
┠───┼───╂───┼───┨
┃   │   ┃   │ 2 ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ 3 │   ┃   │   ┃
┠───┼───╂───┼───┨
┃   │   ┃ 3 │   ┃
┗━━━┷━━━┻━━━┷━━━┛
>>> report = puzzle.solve()
>>> report.outcome, report.is_unique, report.solution[0]
('solved', True, [2, 1, 4, 3])
>>> puzzle.solve("backtracking", order="mrv", inference="forward").counters["nodes"] > 0
True
>>> puzzle.hint().step["text"][1]
'Look at box 2.'
>>> pp.generate("kenken", size=4, seed=7).grade().level is not None
True
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Iterable, Optional, Sequence, Union, overload

from . import _native
from ._native import Batch, Experiment, Problem, Puzzle, Table, __version__, corpus, kinds, methods, parse, read, techniques
from .errors import (
    BudgetSpent,
    ExperimentError,
    GenerateError,
    ParseError,
    PencilmarkError,
    SettingError,
    WrongAnswer,
)
from .method import Method, Rule
from .records import Explanation, Grade, Hint, Record, Report, Solved

__all__ = [
    "Batch",
    "BudgetSpent",
    "Experiment",
    "ExperimentError",
    "Explanation",
    "Grade",
    "GenerateError",
    "Hint",
    "Method",
    "ParseError",
    "PencilmarkError",
    "Problem",
    "Puzzle",
    "Record",
    "Report",
    "Rule",
    "SettingError",
    "Solved",
    "Table",
    "WrongAnswer",
    "__version__",
    "compare",
    "corpus",
    "generate",
    "kinds",
    "methods",
    "parse",
    "read",
    "solve_many",
    "techniques",
]

Progress = Callable[[int], object]
"""Hears how many more are done: the method ``update`` of a tqdm bar, for example."""


@overload
def generate(
    kind: str, n: None = None, *, seed: int = 0, skip: int = 0, seconds: Optional[float] = None, **settings: object
) -> Puzzle: ...
@overload
def generate(
    kind: str,
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    threads: int = 0,
    seconds: Optional[float] = None,
    progress: Optional[Progress] = None,
    **settings: object,
) -> list[Puzzle]: ...
def generate(kind: str, n: Optional[int] = None, **settings: Any) -> Union[Puzzle, list[Puzzle]]:
    """A new puzzle, or a list of ``n``, each with one solution; puzzle *i* of a seed is always the same.

    ``settings`` are those of the kind: ``kinds()`` lists them.

    >>> [puzzle.shape for puzzle in generate("hitori", 2, size=6, seed=1)]
    [(6, 6), (6, 6)]
    >>> generate("sudoku", sise=9)
    Traceback (most recent call last):
        ...
    pencilmark_puzzles.errors.SettingError: Sudoku has no setting `sise`; it has ...
    """
    if n is None:
        return _native.generate(kind, 1, **settings)[0]
    return _native.generate(kind, n, **settings)


def solve_many(
    puzzles: Any,
    *,
    kind: Optional[str] = None,
    format: Optional[str] = None,
    threads: int = 0,
    progress: Optional[Progress] = None,
    **settings: object,
) -> Any:
    """Solves many puzzles on all cores; results come in order.

    An iterable of texts or puzzles gives an iterator over :class:`Solved`, and only some of them are held at a time. An Arrow array (of pyarrow,
    polars, ...) or a numpy array (of texts, or of digits with 81 columns) gives a :class:`Table`, which pyarrow, polars and pandas take without copying. 9x9
    Sudoku on lines are solved many at a time.

    >>> [solved.solution for solved in solve_many(["sudoku/4/4/g1k23k3g", "x"])]
    ['2143431234211234', None]
    """
    options: dict[str, Any] = {"kind": kind, "format": format, "threads": threads, "progress": progress, **settings}
    if hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__"):
        return _native.solve_table(puzzles, **options)
    if hasattr(puzzles, "__array_interface__"):
        return _native.solve_table(_rows(puzzles), **options)
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("give a list of puzzles, or read them from a file with read()")
    return _native.solve_batch(puzzles, **options)


def _rows(array: Any) -> Any:
    """A numpy array as rows of bytes, all of one length."""
    sort = array.dtype.kind
    if sort in "iu" and array.ndim == 2:
        if array.size and (array.min() < 0 or array.max() > 9):
            raise ValueError("cells of an array are digits, and 0 for nothing")
        return (array + 48).astype("uint8").tobytes(), array.shape[1]
    if sort in "iu" and array.ndim == 3:
        return _rows(array.reshape(array.shape[0], -1))
    if array.ndim == 1 and sort in "SU":
        texts = array.astype("S") if sort == "U" else array
        return texts.tobytes(), max(texts.dtype.itemsize, 1)
    if array.ndim == 1 and sort == "O":
        return _rows(array.astype("S"))
    raise TypeError(f"puzzles are an array of texts, or of digits in rows; not {array.dtype} of shape {array.shape}")


def compare(
    puzzles: Union[str, os.PathLike[str], Puzzle, Iterable[Puzzle]],
    methods: Optional[Sequence[Union[str, Method, Callable[[Problem], Any]]]] = None,
    *,
    n: int = 20,
    name: str = "comparison",
    seeds: int = 10,
    seed: int = 0,
    checks: Optional[int] = None,
    nodes: Optional[int] = None,
    evaluations: Optional[int] = None,
    seconds: Optional[float] = None,
    prove: bool = False,
    threads: int = 0,
    progress: Optional[Progress] = None,
    **settings: object,
) -> Experiment:
    """Runs methods on the same puzzles with the same seeds under the same budget of effort.

    ``puzzles`` are puzzles, a built-in set (``"sudoku/normal"``), a kind, of which ``n`` are generated, or a file with an experiment (``.toml``),
    which has methods of its own. Methods are names with settings (``"backtracking:order=mrv"``), and functions of your own: see :class:`Method`.

    >>> experiment = compare("kenken", ["backtracking:inference=forward", "backtracking:inference=mac"], n=3, size=4)
    >>> experiment
    <Experiment: 2 arms on 3 puzzles, 6 runs>
    >>> set(experiment.records.column("outcome"))
    {'solved'}
    """
    toml: Optional[str] = None
    chosen: list[Puzzle] = []
    if isinstance(puzzles, Puzzle):
        chosen = [puzzles]
    elif isinstance(puzzles, (str, os.PathLike)):
        text = os.fspath(puzzles)
        if text.endswith(".toml"):
            if methods is not None or settings:
                raise ExperimentError("an experiment in a file has methods and puzzles of its own; edit the file instead")
            toml = Path(text).read_text(encoding="utf-8")
        elif "/" in text:
            chosen = corpus(text)
        else:
            chosen = generate(text, n, seed=seed, **settings)  # type: ignore[call-overload]
    else:
        chosen = list(puzzles)
    if toml is None and not methods:
        raise ExperimentError("give the methods to compare, such as [\"backtracking\", \"min-conflicts\"]")
    arms = [method if isinstance(method, (str, Method)) else Method(method) for method in methods or []]
    return _native.compare(
        chosen,
        arms,
        toml=toml,
        name=name,
        seeds=seeds,
        first_seed=seed,
        limits=(checks, nodes, evaluations, seconds),
        prove=prove,
        threads=threads,
        progress=progress,
    )
