"""The notebooks: committed without outputs, and every cell runs."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs(path: Path) -> None:
    pytest.importorskip("pyarrow")
    names: dict[str, Any] = {}
    shown = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None, "clear the outputs before you commit"
        tree = ast.parse("".join(cell["source"]))
        # As Jupyter does it: the last expression of a cell is shown.
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), str(path), "eval"), names)
            assert repr(value)
            for drawing in ("_repr_svg_", "_repr_html_"):
                shown += bool(getattr(value, drawing, str)())
    assert shown >= 2
