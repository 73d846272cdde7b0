"""The examples in docstrings."""

import doctest

import pytest

import pencilmark_puzzles
import pencilmark_puzzles.method


@pytest.mark.parametrize("module", [pencilmark_puzzles, pencilmark_puzzles.method])
def test_examples(module: object) -> None:
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)  # type: ignore[arg-type]
    assert result.attempted > 3 and result.failed == 0
