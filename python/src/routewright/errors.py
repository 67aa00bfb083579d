"""Exceptions. What a person supplied is an `InputError` or a `SettingsError`; failed work is a `RunError`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._results import Result

__all__ = ["InputError", "Interrupted", "ProblemInFile", "RoutewrightError", "RunError", "SettingsError"]


class RoutewrightError(Exception):
    """Any error of this package."""

    @property
    def help(self) -> str | None:
        """What to do about it, where that is known."""
        _, found, text = str(self).partition("\n  help: ")
        return text if found else None


@dataclass(frozen=True)
class ProblemInFile:
    """One problem in an input file."""

    file: str
    line: int
    """Counted from 1; 0 if the whole file is meant."""
    code: str
    problem: str
    help: str


class InputError(RoutewrightError, ValueError):
    """An input file is wrong. `problems` lists up to twenty problems; `file`, `line`, `help` are of the first."""

    def __init__(self, message: str, problems: list[tuple[str, int, str, str, str]]) -> None:
        super().__init__(message, problems)
        self.problems = [ProblemInFile(*problem) for problem in problems]

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def file(self) -> str:
        """The file of the first problem."""
        return self.problems[0].file

    @property
    def line(self) -> int:
        """The line of the first problem."""
        return self.problems[0].line

    @property
    def help(self) -> str | None:
        """What to do about the first problem."""
        return self.problems[0].help


class SettingsError(RoutewrightError, ValueError):
    """An argument is wrong."""


class RunError(RoutewrightError, RuntimeError):
    """The work failed."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run early. `result` is what it had found."""

    def __init__(self, result: Result | Any) -> None:
        super().__init__("the run was interrupted; what it had found is in .result")
        self.result = result
