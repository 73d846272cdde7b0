"""Examples run: those in docstrings, and those in the pages. The stub says what the extension module has."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pencilmark_puzzles as pp
from pencilmark_puzzles import _native, method, records

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("module", [pp, method, records, _native])
def test_docstrings(module: Any) -> None:
    names = {name: getattr(pp, name) for name in pp.__all__}
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 3 and result.failed == 0


def test_everything_has_a_docstring() -> None:
    for name in pp.__all__:
        thing = getattr(pp, name)
        assert name.startswith("__") or thing.__doc__, name
        if isinstance(thing, type):
            public = [member for member in vars(thing) if not member.startswith("_")]
            assert all(getattr(thing, member).__doc__ for member in public), f"{name}: {public}"


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "crates/python/README.md"])
def test_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    blocks = re.findall("```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    # What a page leaves to its reader.
    names: dict[str, Any] = {
        "pyarrow_array": pyarrow.array(["sudoku/4/4/g1k23k3g"]),
        "my_function": lambda problem: None,
        "texts": ["sudoku/4/4/g1k23k3g"],
    }
    for block in blocks:
        exec(compile(ast.parse(block), page, "exec"), names)


def test_the_stub_is_that_of_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # It takes a Literal of several words for a Union, which it is not at run time.
    (tmp_path / "literals").write_text(r"pencilmark_puzzles\.records\.(Outcome|HintOutcome|Verdict)")
    allowed = ["--allowlist", str(tmp_path / "literals"), "--ignore-unused-allowlist"]
    command = [sys.executable, "-m", "mypy.stubtest", "pencilmark_puzzles", *allowed]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
