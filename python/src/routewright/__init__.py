"""Routewright designs and improves public-transit networks.

>>> import routewright as rw
>>> city = rw.City.open("mandl")
>>> problem = rw.Problem(city, alpha=0.8)
>>> result = rw.design(problem, stop=rw.iterations(2), seed=1)
>>> result.figures.unserved_pairs
0

Extras: `routewright.gym` (a Gymnasium environment), `routewright.torch` (the net in PyTorch) and `routewright.ray`
(experiments, searches and training on a cluster) are imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._native import City, Exchange, Figures, Net, Network, Observation, __version__
from ._problem import Problem
from ._progress import News, Progress
from ._results import SCORE, TRACE, Front, FrontPoint, Result, Training
from ._stop import Stop, any_of, iterations, no_improvement, seconds
from ._use_cases import (
    Neighbourhood,
    design,
    evaluate,
    evaluate_many,
    export_gtfs,
    front,
    import_city,
    train,
)
from .errors import InputError, Interrupted, RoutewrightError, RunError, SettingsError

__all__ = [
    "SCORE",
    "TRACE",
    "City",
    "Exchange",
    "Figures",
    "Front",
    "FrontPoint",
    "InputError",
    "Interrupted",
    "Neighbourhood",
    "Net",
    "Network",
    "News",
    "Observation",
    "Problem",
    "Progress",
    "Result",
    "RoutewrightError",
    "RunError",
    "SettingsError",
    "Stop",
    "Training",
    "__version__",
    "any_of",
    "design",
    "evaluate",
    "evaluate_many",
    "export_gtfs",
    "front",
    "import_city",
    "iterations",
    "no_improvement",
    "seconds",
    "train",
]


def __getattr__(name: str) -> Any:
    if name in ("errors", "gym", "ray", "torch"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
