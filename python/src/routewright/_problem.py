"""What is asked of a network."""

from __future__ import annotations

import json
from typing import Any

from . import _native
from ._native import City, Network

__all__ = ["Problem"]

_PROBLEM = ("alpha", "routes", "min_stops", "max_stops", "transfer_penalty")
_PLANNING = ("vehicles", "headway_choices", "max_minutes", "max_detour")
_RIDERS = (
    "capacity",
    "load_factor",
    "wait_factor",
    "wait_weight",
    "walk_weight",
    "give_up",
    "dwell",
    "period_hours",
)
_OPERATING = ("headway", "layover", "cost_per_hour")


def _named(values: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name.replace("_", "-"): values[name] for name in names if values.get(name) is not None}


class Problem:
    """A city and what is asked of its network.

    Without `vehicles` it is the literature's problem: a number of routes, riders' time (`alpha` 1) against route
    minutes (`alpha` 0). With `vehicles`, a number or "today" for those of the start, a service is planned: lines,
    headways and vehicles. What is not given is the city's, or the default of the command line; all options have the
    names of the command line's, with `_` for `-`.

    >>> import routewright as rw
    >>> problem = rw.Problem(rw.City.open("mandl"), alpha=0.8)
    >>> problem.routes, problem.min_stops, problem.max_stops
    (6, 2, 8)
    """

    def __init__(
        self,
        city: City,
        *,
        alpha: float | None = None,
        routes: int | None = None,
        min_stops: int | None = None,
        max_stops: int | None = None,
        transfer_penalty: float | None = None,
        fixed: Network | None = None,
        vehicles: int | str | None = None,
        **more: float | str,
    ) -> None:
        given: dict[str, Any] = {
            "alpha": alpha,
            "routes": routes,
            "min_stops": min_stops,
            "max_stops": max_stops,
            "transfer_penalty": transfer_penalty,
            "vehicles": None if vehicles is None else str(vehicles),
            **more,
        }
        known = _PROBLEM + _PLANNING + _RIDERS + _OPERATING
        unknown = [name for name in given if name not in known]
        if unknown:
            raise TypeError(f"Problem has no option {unknown[0]}; there are {', '.join(known)} and fixed")
        planning: dict[str, Any] = _named(given, _PLANNING)
        riders = _named(given, _RIDERS)
        if riders:
            planning["model"] = riders
        asked = {
            "problem": _named(given, _PROBLEM),
            "planning": planning,
            "operating": _named(given, _OPERATING),
        }
        self._given = (city, json.dumps(asked), fixed)
        self._native = _native.Problem(*self._given)

    @property
    def city(self) -> City:
        """The city."""
        return self._given[0]

    @property
    def fixed(self) -> Network | None:
        """Routes that riders use and that are neither changed nor charged."""
        return self._given[2]

    @property
    def routes(self) -> int:
        """Routes of a network."""
        return self._native.limits()[0]

    @property
    def min_stops(self) -> int:
        """Fewest stops of a route."""
        return self._native.limits()[1]

    @property
    def max_stops(self) -> int:
        """Most stops of a route."""
        return self._native.limits()[2]

    @property
    def alpha(self) -> float:
        """Weight of riders' time (1) against route minutes (0)."""
        return self._native.limits()[3]

    @property
    def transfer_penalty(self) -> float:
        """What a change costs a rider, in minutes."""
        return self._native.limits()[4]

    def __repr__(self) -> str:
        asked = {name: value for part in json.loads(self._given[1]).values() for name, value in part.items()}
        return f"<Problem of {self.city.name}: {asked}>"

    def __getstate__(self) -> tuple[City, str, Network | None]:
        return self._given

    def __setstate__(self, given: tuple[City, str, Network | None]) -> None:
        self._given = given
        self._native = _native.Problem(*given)
