"""The extension module. Import from :mod:`pencilmark_puzzles`."""

import os
from typing import Any, Callable, Iterable, Iterator, Optional, Protocol, Sequence, Union, final

from .method import Method, Rule
from .records import Explanation, Grade, Hint, Judgement, Report, Rows, Solved

__all__ = [
    "Batch",
    "Experiment",
    "Problem",
    "Puzzle",
    "Table",
    "__version__",
    "compare",
    "corpus",
    "dedupe",
    "generate",
    "kinds",
    "methods",
    "parse",
    "read",
    "schemas",
    "sheet",
    "solve_batch",
    "solve_table",
    "techniques",
]

__version__: str

class _Array(Protocol):
    def tolist(self) -> Any: ...

_Grid = Union[_Array, Sequence[Sequence[Optional[float]]]]

@final
class Puzzle:
    @property
    def kind(self) -> str: ...
    @property
    def id(self) -> Optional[str]: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def title(self) -> str: ...
    @property
    def formats(self) -> list[str]: ...
    def solve(
        self,
        method: str = "exact",
        *,
        limit: int = 2,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        checks: Optional[int] = None,
        evaluations: Optional[int] = None,
        states: Optional[int] = None,
        preset: Optional[str] = None,
        model: Optional[str] = None,
        from_position: bool = False,
        **settings: object,
    ) -> Report: ...
    def check(
        self,
        method: str = "exact",
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        checks: Optional[int] = None,
        evaluations: Optional[int] = None,
        states: Optional[int] = None,
        preset: Optional[str] = None,
        model: Optional[str] = None,
        **settings: object,
    ) -> Report: ...
    def count(
        self,
        limit: int = 1000,
        method: str = "exact",
        *,
        seed: int = 0,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        checks: Optional[int] = None,
        evaluations: Optional[int] = None,
        states: Optional[int] = None,
        preset: Optional[str] = None,
        model: Optional[str] = None,
        **settings: object,
    ) -> Report: ...
    def judge(self, solution: Rows) -> Judgement: ...
    def _write(self, solution: Rows) -> str: ...
    def hint(
        self,
        *,
        all: bool = False,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        uniqueness: bool = False,
        seconds: Optional[float] = None,
    ) -> Hint: ...
    def explain(
        self,
        *,
        from_position: bool = False,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        uniqueness: bool = False,
        seconds: Optional[float] = None,
    ) -> Explanation: ...
    def grade(
        self,
        *,
        ratings: bool = True,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        uniqueness: bool = False,
        seconds: Optional[float] = None,
    ) -> Grade: ...
    def convert(self, format: str) -> str: ...
    def render(
        self, format: str = "text", *, solution: Optional[Rows] = None, marks: bool = False, ascii: bool = False
    ) -> str: ...
    def to_png(
        self, *, solution: Optional[Rows] = None, marks: bool = False, width: Optional[int] = None
    ) -> bytes: ...
    def marks(self) -> list[list[list[int]]]: ...
    @staticmethod
    def from_dict(data: dict[str, Any]) -> Puzzle: ...
    def to_dict(self) -> dict[str, Any]: ...
    def vary(self, seed: int = 0, index: int = 0) -> Puzzle: ...
    def canonical(self) -> Optional[Puzzle]: ...
    def _repr_svg_(self) -> str: ...

@final
class Table:
    @property
    def column_names(self) -> list[str]: ...
    def column(self, name: str) -> list[Any]: ...
    def __getitem__(self, name: str, /) -> list[Any]: ...
    def to_dict(self) -> dict[str, list[Any]]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Batch:
    def __iter__(self) -> Batch: ...
    def __next__(self) -> Solved: ...
    def close(self) -> None: ...
    def __enter__(self) -> Batch: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Experiment:
    @property
    def records(self) -> Table: ...
    @property
    def summary(self) -> str: ...
    def report_as(self, format: str = "markdown") -> str: ...
    def save(self, folder: Union[str, os.PathLike[str]]) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Problem:
    @property
    def domains(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def rules(self) -> tuple[Rule, ...]: ...
    @property
    def start(self) -> Optional[list[int]]: ...
    @property
    def seed(self) -> int: ...
    def node(self) -> None: ...
    def violation(self, rule: int, assignment: Sequence[Optional[int]]) -> int: ...
    def consistent(self, assignment: Sequence[Optional[int]], variable: Optional[int] = None) -> bool: ...
    def cost(self, assignment: Sequence[int]) -> int: ...
    def broken(self, assignment: Sequence[int]) -> list[int]: ...

def parse(
    text: Union[str, _Grid], *, kind: Optional[str] = None, format: Optional[str] = None, **settings: object
) -> Puzzle: ...
def read(
    path: Union[str, os.PathLike[str]], *, kind: Optional[str] = None, format: Optional[str] = None, **settings: object
) -> list[Puzzle]: ...
def sheet(
    puzzles: Iterable[Puzzle],
    *,
    title: Optional[str] = None,
    per_page: Optional[int] = None,
    paper: str = "a4",
    large: bool = False,
    solutions: str = "end",
    rules: str = "short",
    levels: bool = True,
    threads: int = 0,
    seconds: Optional[float] = None,
    progress: Optional[Callable[[int], object]] = None,
) -> bytes: ...
def dedupe(puzzles: Iterable[Puzzle], *, threads: int = 0) -> list[Puzzle]: ...
def corpus(name: str) -> list[Puzzle]: ...
def generate(
    kind: str,
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    threads: int = 0,
    seconds: Optional[float] = None,
    progress: Optional[Callable[[int], object]] = None,
    **settings: object,
) -> list[Puzzle]: ...
def solve_table(
    puzzles: Any,
    *,
    kind: Optional[str] = None,
    format: Optional[str] = None,
    method: str = "exact",
    limit: int = 2,
    threads: int = 0,
    progress: Optional[Callable[[int], object]] = None,
    **settings: object,
) -> Table: ...
def solve_batch(
    puzzles: Iterable[Union[str, Puzzle, None]],
    *,
    kind: Optional[str] = None,
    format: Optional[str] = None,
    method: str = "exact",
    limit: int = 2,
    threads: int = 0,
    progress: Optional[Callable[[int], object]] = None,
    **settings: object,
) -> Batch: ...
def compare(
    puzzles: Sequence[Puzzle],
    methods: Sequence[Union[str, Method]],
    *,
    toml: Union[str, os.PathLike[str], None] = None,
    name: str,
    seeds: int,
    first_seed: int,
    limits: tuple[Optional[int], Optional[int], Optional[int], Optional[float]],
    prove: bool,
    threads: int,
    progress: Optional[Callable[[int], object]],
) -> Experiment: ...
def kinds() -> list[dict[str, Any]]: ...
def methods() -> list[dict[str, Any]]: ...
def techniques(kind: Optional[str] = None) -> list[dict[str, Any]]: ...
def schemas() -> dict[str, dict[str, Any]]: ...
