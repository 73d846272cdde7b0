"""What can go wrong. All exceptions are ``ValueError`` subclasses, but for the one that tells a method to stop."""

from __future__ import annotations

from typing import Any, Optional


class PencilmarkError(ValueError):
    """The base of all errors of this package."""


class ParseError(PencilmarkError):
    """A text, or data, that cannot be read as a puzzle: what is wrong, where, and what to do about it.

    Data has no file, line and column: there ``what`` names the value by its path.
    """

    def __init__(
        self, what: str, help: str, file: Optional[str] = None, line: Optional[int] = None, column: Optional[int] = None
    ) -> None:
        place = "" if file is None else f"{file}:{line}:{column}: "
        super().__init__(place + what + (f"\n  help: {help}" if help else ""))
        self.what = what
        self.help = help
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[Any, ...]]:
        return type(self), (self.what, self.help, self.file, self.line, self.column)


class SettingError(PencilmarkError):
    """A kind, method, setting or technique that there is not, or that does not take this value."""


class GenerateError(PencilmarkError):
    """A puzzle that could not be made within its limits."""


class ExperimentError(PencilmarkError):
    """An experiment that cannot be run as it is asked for; where in its file, if it has one."""

    def __init__(
        self, what: str, file: Optional[str] = None, line: Optional[int] = None, column: Optional[int] = None
    ) -> None:
        super().__init__(what if file is None else f"{file}:{line}:{column}: {what}")
        self.what = what
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ExperimentError], tuple[Any, ...]]:
        return type(self), (self.what, self.file, self.line, self.column)


class WrongAnswer(PencilmarkError):
    """An answer that breaks the rules: a bug of the method that gave it."""


class BudgetSpent(BaseException):
    """Raised inside of a method when what a run may spend is spent. It need not be caught, and ``except Exception`` does not catch it."""
