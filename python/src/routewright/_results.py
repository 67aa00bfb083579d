"""What runs return."""

from __future__ import annotations

import json
import tempfile
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Figures, Network
from ._problem import Problem

__all__ = ["SCORE", "TRACE", "Front", "FrontPoint", "Result", "Training"]

Array = npt.NDArray[Any]

TRACE = np.dtype([(name, "f8") for name in ("seconds", "evaluations", "cost", "cp_min", "co_min")])
"""Fields of a trace: when a better network was found, and its figures. For a service `cp_min` has perceived minutes
and `co_min` vehicles."""

SCORE = np.dtype([(name, "f8") for name in ("cost", "cp_min", "co_min", "unserved_pairs")])
"""Fields of scores."""


def records(values: Array, dtype: Any) -> Array:
    """Rows of numbers as records."""
    found: Array = np.ascontiguousarray(values).view(dtype).reshape(len(values))
    return found


class Result:
    """A network that `design` found, its figures and how it was found."""

    problem: Problem
    """What was asked."""
    network: Network
    """The network."""
    figures: Figures
    """What it costs, scored apart from the search."""
    trace: Array
    """Every better network over time, with the fields of `TRACE`."""
    summary: dict[str, Any]
    """The object that `routewright design --json` prints."""
    table: str
    """The table that `routewright design` prints."""
    seconds: float
    """Seconds of search."""
    evaluations: int
    """Networks scored."""
    rounds: int
    """Rounds of search."""
    interrupted: bool
    """Whether it ended before its time."""
    feasible: bool
    """Whether it keeps all limits."""

    def __init__(self, problem: Problem, plan: _native.Plan) -> None:
        self.problem = problem
        self.network = plan.network
        self.figures = plan.figures
        self.trace = records(plan.trace, TRACE)
        self.summary = plan.summary
        self.table = plan.table
        self.seconds, self.evaluations, self.rounds = plan.seconds, plan.evaluations, plan.rounds
        self.interrupted, self.feasible = plan.is_interrupted, plan.keeps_limits
        self._plan: _native.Plan | None = plan
        self._files: dict[str, bytes] = {}

    def write_folder(self, path: str | PathLike[str]) -> None:
        """Writes the files of `routewright design`: network, map, report, trace and more."""
        if self._plan is not None:
            self._plan.write_folder(Path(path))
            return
        Path(path).mkdir(parents=True, exist_ok=True)
        for name, content in self._files.items():
            (Path(path) / name).write_bytes(content)

    def write_gtfs(self, path: str | PathLike[str], **options: str | float) -> None:
        """Writes a GTFS feed; options are those of `routewright export`, with `_` for `-`."""
        asked = json.dumps({name.replace("_", "-"): value for name, value in options.items()})
        if self._plan is not None:
            self._plan.write_gtfs(Path(path), asked)
        else:
            _native.export_gtfs(self.network, Path(path), asked, self.problem.fixed)

    def __repr__(self) -> str:
        return f"<Result: {self.figures!r}, {self.evaluations} networks scored in {self.seconds:.1f} s>"

    def _repr_html_(self) -> str:
        table = self.table.replace("&", "&amp;").replace("<", "&lt;")
        return f"{self.network._repr_html_()}<pre>{table}</pre>"

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if self._plan is not None:
            with tempfile.TemporaryDirectory() as folder:
                self._plan.write_folder(Path(folder) / "run")
                state["_files"] = {file.name: file.read_bytes() for file in (Path(folder) / "run").iterdir()}
            state["_plan"] = None
        return state


class FrontPoint:
    """A network of a front."""

    def __init__(self, network: Network, costs: Array, names: list[str]) -> None:
        self.network = network
        """The network."""
        self.cp_min = float(costs[0])
        """Mean minutes of a trip; perceived minutes for a service."""
        self.co_min = float(costs[1])
        """Route minutes; vehicles for a service."""
        self.names = names
        """What compromise it is, such as "knee"; mostly none."""

    def __repr__(self) -> str:
        return f"<FrontPoint: {self.cp_min:.3f}, {self.co_min:.0f}{''.join(', ' + name for name in self.names)}>"


class Front:
    """Networks that trade riders' time against route minutes or vehicles."""

    points: list[FrontPoint]
    """The networks: the best for riders first, or the fewest vehicles first."""
    costs: Array
    """Both costs of every network."""
    summary: dict[str, Any]
    """The object that `routewright front --json` prints."""
    table: str
    """The table that `routewright front` prints."""
    interrupted: bool
    """Whether it ended before its time."""

    def __init__(self, front: _native.Front) -> None:
        self.costs, self.summary, self.table = front.points, front.summary, front.table
        self.interrupted = front.is_interrupted
        names: dict[int, list[str]] = {}
        for name, place in front.picks:
            names.setdefault(place, []).append(name)
        self.points = [
            FrontPoint(network, self.costs[place], names.get(place, [])) for place, network in enumerate(front.networks)
        ]

    def pick(self, name: str) -> FrontPoint:
        """A compromise: "knee", "topsis", "as_good_as_today" or "todays_vehicles"."""
        for point in self.points:
            if name in point.names:
                return point
        known = sorted({name for point in self.points for name in point.names})
        raise KeyError(f"this front has no {name}; it has {', '.join(known)}")

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<Front of {len(self)} networks>"


class Training:
    """A training run that is over, and the folder it was written to."""

    def __init__(self, job: _native.TrainJob) -> None:
        self.folder = Path(job.folder)
        """The folder: weights, curves, checkpoint."""
        self.net = job.best_net or job.last_net
        """The net that did best on held-out cities."""
        lines = [line.split(",") for line in job.metrics_csv.splitlines()]
        rows = [tuple(float(cell) if cell else np.nan for cell in line) for line in lines[1:]]
        self.metrics: Array = np.array(rows, dtype=[(name, "f8") for name in lines[0]])
        """A record per iteration."""

    def __repr__(self) -> str:
        return f"<Training in {self.folder}: {len(self.metrics) - 1} iterations>"
