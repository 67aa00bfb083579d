"""Scoring, designing, fronts, training, import and export."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, cast

from . import _native
from ._native import Exchange, Figures, Net, Network, Observation
from ._problem import Problem
from ._progress import Progress, listener
from ._results import SCORE, Array, Front, Result, Training, records
from ._stop import Stop
from .errors import Interrupted

__all__ = [
    "Neighbourhood",
    "Routes",
    "design",
    "evaluate",
    "evaluate_many",
    "export_gtfs",
    "front",
    "import_city",
    "train",
]

Route = Sequence[int] | Sequence[str] | Array
"""Stops of a route: indices of nodes, or their ids as text."""

Routes = Network | Sequence[Route]
"""A network, or its routes."""

Policy = Callable[[list[Observation]], Iterable[Iterable[float]]]
"""Gets observations and returns the scores of each: one per path, or one for halting."""


def _json(options: dict[str, Any]) -> str:
    kept = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    return json.dumps(kept, default=fspath)


def _raise(raised: BaseException | None, result: Any) -> None:
    """Raises what came up during a run."""
    if isinstance(raised, KeyboardInterrupt):
        raise Interrupted(result) from None
    if raised is not None:
        raise raised


def evaluate(problem: Problem, network: Routes) -> Figures:
    """Scores a network; the figures are those of `routewright evaluate`, to the bit.

    >>> import routewright as rw
    >>> problem = rw.Problem(rw.City.open("mandl"), alpha=1.0, routes=1, min_stops=2, max_stops=8)
    >>> rw.evaluate(problem, [["1", "2", "3", "6", "8"]]).co_min
    15.0
    """
    return _native.evaluate(problem._native, network)


def evaluate_many(problem: Problem, networks: Iterable[Routes], *, threads: int | None = None) -> Array:
    """Scores many networks on all cores: an array with the fields of `SCORE`.

    >>> import routewright as rw
    >>> problem = rw.Problem(rw.City.open("mandl"), routes=1)
    >>> scores = rw.evaluate_many(problem, [[[0, 1, 2]], [[0, 1]]])
    >>> scores["co_min"]
    array([10.,  8.])
    """
    return records(_native.evaluate_many(problem._native, networks, threads), SCORE)


class Neighbourhood:
    """Keeps all routes of a network but one, and scores replacements: about ten times as fast as whole networks.

    >>> import routewright as rw
    >>> problem = rw.Problem(rw.City.open("mandl"), routes=2)
    >>> with rw.Neighbourhood(problem, [[0, 1, 2], [3, 4]]) as neighbourhood:
    ...     scores = neighbourhood.without(1).score_many([[3, 4], [3, 11]])
    >>> scores["co_min"]
    array([14., 20.])
    """

    def __init__(self, problem: Problem, network: Routes) -> None:
        self._native = _native.Neighbourhood(problem._native, network)

    def without(self, route: int) -> Replacement:
        """All routes but the one at this place, counted from 0."""
        return Replacement(self._native.without(route))

    def __enter__(self) -> Neighbourhood:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Replacement:
    """All routes of a network but one."""

    def __init__(self, native: _native.Replacement) -> None:
        self._native = native

    def score_many(self, candidates: Iterable[Route], *, threads: int | None = None) -> Array:
        """Scores of the network with each of these routes in the free place, with the fields of `SCORE`."""
        return records(self._native.score_many(candidates, threads), SCORE)


def design(
    problem: Problem,
    *,
    stop: Stop | None = None,
    seed: int = 1,
    method: str | None = None,
    start: Routes | None = None,
    net: Net | None = None,
    policy: Policy | None = None,
    folder: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = None,
    exchange: Exchange | None = None,
    begin: float = 0.0,
    **options: Any,
) -> Result:
    """Designs a network, or plans a service if the problem has vehicles.

    `method` is one of those of `routewright design`; `net` or `policy` build routes in `nea`, `all1-nea` and `lc`. With
    a `folder` checkpoints are saved there, and an interrupted run in it is resumed. Other options have the names of the
    command line's, with `_` for `-`: `chains`, `samples`, `freeze`, `change_price`, `no_distinct`, `cover_demand`,
    `init`, `extension`, `temperature`. Ctrl-C ends the run and raises `Interrupted`, which holds the best result so
    far. `exchange` and `begin` are for runs beside others: see `routewright.ray.islands`.

    >>> import routewright as rw
    >>> problem = rw.Problem(rw.City.open("mandl"), alpha=0.8)
    >>> result = rw.design(problem, stop=rw.iterations(3), seed=1)
    >>> len(result.network), result.feasible
    (6, True)
    """
    asked = _json({"method": method, "seed": seed, **options})
    asked = json.dumps({**json.loads(asked), **(stop.options() if stop else {})})
    plan, raised = _native.design(
        problem._native,
        asked,
        start=start,
        net=net,
        policy=policy,
        exchange=exchange,
        begin=begin,
        folder=None if folder is None else Path(folder),
        threads=threads,
        listener=listener(progress),
    )
    result = Result(problem, plan)
    _raise(raised, result)
    return result


def front(
    problem: Problem,
    *,
    stop: Stop | None = None,
    seed: int = 1,
    vehicles: tuple[int, int] | str | None = None,
    weights: tuple[float, float] | None = None,
    points: int | None = None,
    start: Routes | None = None,
    folder: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Front:
    """Finds networks that trade riders' time against route minutes, or with `vehicles` services against vehicles.

    >>> import routewright as rw
    >>> front = rw.front(rw.Problem(rw.City.open("mandl")), stop=rw.iterations(20), points=5)
    >>> front.points[0].cp_min < front.points[-1].cp_min
    True
    """
    wanted = f"{vehicles[0]}..{vehicles[1]}" if isinstance(vehicles, tuple) else vehicles
    asked = json.loads(_json({"seed": seed, "vehicles": wanted, "weights": weights, "points": points, **options}))
    native, raised = _native.front(
        problem._native,
        json.dumps({**asked, **(stop.options() if stop else {})}),
        start=start,
        folder=None if folder is None else Path(folder),
        threads=threads,
        listener=listener(progress),
    )
    found = Front(native)
    _raise(raised, found)
    return found


def train(
    folder: str | PathLike[str],
    *,
    source: str | PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Progress = None,
    **config: Any,
) -> Training:
    """Trains the net that builds networks, as `routewright train` does, and writes it to a folder.

    `source` names a net to train further. Settings have the names of the command line's, with `_` for `-`; sizes of
    the net are in `architecture`, a dictionary. `resume=True` continues the run in the folder, perhaps to more
    `iterations`.

    >>> import routewright as rw, tempfile
    >>> small = dict(iterations=1, batch=2, horizon=8, nodes=6, routes=2, cities=20, validation_cities=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     training = rw.train(folder, **small)
    >>> len(training.metrics)
    2
    """
    job = train_job(folder, source, resume, threads, config)
    raised = job.run(listener(progress))
    result = Training(job)
    _raise(raised, result)
    return result


def train_job(
    folder: str | PathLike[str],
    source: str | PathLike[str] | None,
    resume: bool,
    threads: int | None,
    config: dict[str, Any],
) -> _native.TrainJob:
    """A training run, new or resumed."""
    if resume:
        unknown = set(config) - {"iterations"}
        if unknown:
            raise TypeError(f"a resumed run keeps its settings, but {', '.join(sorted(unknown))} is given")
        return _native.TrainJob.resume(Path(folder), config.get("iterations"), threads)
    return _native.TrainJob(_json(config), Path(folder), None if source is None else fspath(source), threads)


def import_city(
    out: str | PathLike[str],
    *,
    zones: str | PathLike[str],
    osm: str | PathLike[str],
    progress: Progress = None,
    **options: Any,
) -> dict[str, Any]:
    """Builds a city folder from open data, as `routewright city import` does, and returns its report.

    Options have the names of the command line's, with `_` for `-`: `productions`, `attractions`, `od`, `gtfs` and
    `fixed_gtfs` (lists), `stops`, `walk_metres`, `period_hours`, `accept_losses`, `force` and more.
    """
    asked = _json({"zones": zones, "osm": osm, **options})
    return cast("dict[str, Any]", _native.import_city(Path(out), asked, listener(progress)))


def export_gtfs(
    network: Network,
    path: str | PathLike[str],
    *,
    fixed: Network | None = None,
    **options: str | float,
) -> None:
    """Writes a network as a GTFS feed: one file if the name ends in `.zip`, else a folder.

    Options have the names of `routewright export`'s, with `_` for `-`: `agency_name`, `timezone`, `headway`, `periods`,
    `first_day`, `last_day`, `weekdays`, `start_time`, `end_time` and more.

    >>> import routewright as rw, tempfile, pathlib
    >>> city = rw.City.open("mandl")
    >>> network = rw.Network(city, [["1", "2", "3"]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rw.export_gtfs(network, pathlib.Path(folder) / "feed", headway=10)
    ...     sorted(file.name for file in (pathlib.Path(folder) / "feed").iterdir())[:3]
    ['agency.txt', 'calendar.txt', 'feed_info.txt']
    """
    _native.export_gtfs(network, Path(path), _json(dict(options)), fixed)
