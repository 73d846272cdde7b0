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
>>> puzzle.hint().step.text[1]
'Look at box 2.'
>>> pp.generate("kenken", size=4, seed=7).grade().level is not None
True

``parse`` reads a text in any format, or a grid of numbers; ``read`` a file; ``corpus`` has built-in sets; ``Puzzle.from_dict`` takes a dictionary.
Start with ``help(pp.Puzzle)``. ``kinds()``, ``methods()`` and ``techniques()`` say what there is and what can be set.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Optional, Protocol, Sequence, Union, overload

from . import _native, records
from ._native import (
    Batch,
    Experiment,
    Problem,
    Puzzle,
    Table,
    __version__,
    corpus,
    dedupe,
    kinds,
    methods,
    parse,
    read,
    sheet,
    techniques,
)
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
from .records import Explanation, Grade, Hint, Judgement, Record, Report, Solved

__all__ = [
    "Batch",
    "BudgetSpent",
    "Experiment",
    "ExperimentError",
    "Explanation",
    "GenerateError",
    "Grade",
    "Hint",
    "Judgement",
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
    "dedupe",
    "generate",
    "kinds",
    "methods",
    "parse",
    "read",
    "records",
    "sheet",
    "solve_many",
    "techniques",
]


def __dir__() -> list[str]:
    """Only the public interface: no imported modules, no types for annotations."""
    hidden = ("__doc__", "__file__", "__name__", "__package__", "__path__", "__spec__", "__all__")
    return sorted({*__all__, *hidden})


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
    pencilmark_puzzles.errors.SettingError: Sudoku has no setting `sise`; did you mean `size`? ...
    """
    if n is None:
        return _native.generate(kind, 1, **settings)[0]
    return _native.generate(kind, n, **settings)


class ArrowArray(Protocol):
    """An array of a library that speaks the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Optional[object] = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """The same for several arrays, one after the other: a chunked array, a table, a reader of record batches."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...


class NumpyArray(Protocol):
    """An array of numpy's."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


@overload
def solve_many(
    puzzles: Union[ArrowArray, ArrowStream, NumpyArray],
    *,
    kind: Optional[str] = None,
    format: Optional[str] = None,
    method: str = "exact",
    limit: int = 2,
    threads: int = 0,
    progress: Optional[Progress] = None,
    **settings: object,
) -> Table: ...
@overload
def solve_many(
    puzzles: Iterable[Union[str, Puzzle, None]],
    *,
    kind: Optional[str] = None,
    format: Optional[str] = None,
    method: str = "exact",
    limit: int = 2,
    threads: int = 0,
    progress: Optional[Progress] = None,
    **settings: object,
) -> Batch: ...
def solve_many(puzzles: Any, **options: Any) -> Union[Table, Batch]:
    """Solves many puzzles on all cores; results come in order.

    An iterable of texts or puzzles gives an iterator over :class:`Solved`, and only some of them are held at a time. An Arrow array (of pyarrow,
    polars, ...) or a numpy array (of texts, or of digits with 81 columns) gives a :class:`Table`, which pyarrow, polars and pandas take without copying. 9x9
    Sudoku on lines are solved many at a time.

    Keyword arguments are those of :meth:`Puzzle.solve`, and settings of kinds that the texts leave open, such as ``stars``. ``kind`` and ``format`` say how to
    read texts, ``threads`` is the number of threads (0: one for each core), and ``progress`` hears how many more are done.

    >>> [solved.solution_text for solved in solve_many(["sudoku/4/4/g1k23k3g", "x"])]
    ['2143431234211234', None]
    >>> with solve_many(iter(lambda: "sudoku/4/4/g1k23k3g", None), limit=1) as batch:
    ...     next(batch).solution
    [[2, 1, 4, 3], [4, 3, 1, 2], [3, 4, 2, 1], [1, 2, 3, 4]]
    """
    if hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__"):
        return _native.solve_table(puzzles, **options)
    if hasattr(puzzles, "__array_interface__"):
        return _native.solve_table(_rows(puzzles), **options)
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("give a list of puzzles, or read them from a file with read()")
    return _native.solve_batch(puzzles, **options)


def _rows(array: Any) -> Union[tuple[bytes, int], list[Any]]:
    """A numpy array as rows of bytes, all of one length, or as a list where its texts are objects."""
    sort = array.dtype.kind
    if sort in "iu" and array.ndim in (2, 3):
        if array.size and (array.min() < 0 or array.max() > 9):
            raise ValueError("cells of an array are digits, and 0 for nothing")
        if array.ndim == 2 and array.shape[0] == array.shape[1] <= 9:
            # A square array is one board: rows this short are not puzzles.
            array = array.reshape(1, -1)
        width = array.shape[1] * (array.shape[2] if array.ndim == 3 else 1)
        return (array.astype("uint8") + 48).tobytes(), width
    if sort == "U" and array.ndim == 1:
        try:
            return _rows(array.astype("S"))
        except UnicodeEncodeError:
            return list(array.tolist())
    if sort == "S" and array.ndim == 1:
        return array.tobytes(), max(array.dtype.itemsize, 1)
    if sort in "OT" and array.ndim == 1:
        return list(array.tolist())
    raise TypeError(f"puzzles are an array of texts, or of digits in rows; not {array.dtype} of shape {array.shape}")


def _refuse(why: str, **given: object) -> None:
    """Nothing that was asked for is left out without a word."""
    names = [name for name, value in given.items() if value is not None]
    if names:
        raise TypeError(f"{why}: leave out {', '.join(names)}")


def compare(
    puzzles: Union[str, os.PathLike[str], Puzzle, Iterable[Puzzle]],
    methods: Union[None, str, Method, Callable[[Problem], Any], Sequence[Union[str, Method, Callable[[Problem], Any]]]] = None,
    *,
    n: Optional[int] = None,
    name: Optional[str] = None,
    seeds: Optional[int] = None,
    seed: Optional[int] = None,
    checks: Optional[int] = None,
    nodes: Optional[int] = None,
    evaluations: Optional[int] = None,
    seconds: Optional[float] = None,
    prove: Optional[bool] = None,
    threads: int = 0,
    progress: Optional[Progress] = None,
    **settings: object,
) -> Experiment:
    """Runs methods on the same puzzles with the same seeds under the same budget of effort.

    ``puzzles`` are puzzles, a built-in set (``"sudoku/normal"``), a kind, of which ``n`` are generated (20, with ``settings``), or a file with an experiment
    (``.toml``), which says all the rest. Methods are names with settings (``"backtracking:order=mrv"``), and functions of your own: see :class:`Method`.

    Each method that draws runs with ``seeds`` seeds (10), from ``seed`` (0) on. A run may spend ``checks``, ``nodes`` and ``evaluations`` (1,000,000 checks, if
    none of them is given), and for safety ``seconds`` (30). ``prove`` asks for a second solution, or the proof that there is none; functions cannot give
    that.

    >>> experiment = compare("kenken", ["backtracking:inference=forward", "backtracking:inference=mac"], n=3, size=4)
    >>> experiment
    <Experiment: 2 arms on 3 puzzles, 6 runs>
    >>> set(experiment.records["outcome"])
    {'solved'}
    """
    toml: Optional[str] = None
    chosen: list[Puzzle] = []
    text = os.fspath(puzzles) if isinstance(puzzles, (str, os.PathLike)) else ""
    if text.endswith(".toml"):
        limits = {"checks": checks, "nodes": nodes, "evaluations": evaluations, "seconds": seconds}
        asked = {"methods": methods, "n": n, "name": name, "seeds": seeds, "seed": seed, **limits, "prove": prove, **settings}
        _refuse("an experiment in a file says everything itself", **asked)
        toml = text
    elif isinstance(puzzles, os.PathLike):
        raise TypeError("an experiment is a .toml file; for the puzzles of a file, give read(file)")
    elif isinstance(puzzles, str) and "/" not in text:
        chosen = generate(text, 20 if n is None else n, seed=seed or 0, **settings)  # type: ignore[call-overload]
    else:
        _refuse("only puzzles that are generated can be chosen", n=n, **settings)
        chosen = corpus(text) if isinstance(puzzles, str) else [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if toml is None and not methods:
        raise ExperimentError("give the methods to compare, such as [\"backtracking\", \"min-conflicts\"]")
    if isinstance(methods, (str, Method)) or callable(methods):
        methods = [methods]
    arms = [method if isinstance(method, (str, Method)) else Method(method) for method in methods or []]
    return _native.compare(
        chosen,
        arms,
        toml=toml,
        name=name or "comparison",
        seeds=10 if seeds is None else seeds,
        first_seed=seed or 0,
        limits=(checks, nodes, evaluations, seconds),
        prove=bool(prove),
        threads=threads,
        progress=progress,
    )
