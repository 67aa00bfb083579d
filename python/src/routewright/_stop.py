"""When a run is over."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Stop", "any_of", "iterations", "no_improvement", "seconds"]


@dataclass(frozen=True)
class Stop:
    """When a run is over; make one with `seconds`, `iterations`, `no_improvement` or `any_of`."""

    seconds: float | None = None
    iterations: int | None = None
    no_improvement: int | None = None

    def options(self) -> dict[str, float | int]:
        """The options that say so."""
        named = {
            "seconds": self.seconds,
            "iterations": self.iterations,
            "no-improvement": self.no_improvement,
        }
        return {name: value for name, value in named.items() if value is not None}


def seconds(number: float) -> Stop:
    """After so many seconds. The result then depends on the machine.

    >>> seconds(30)
    Stop(seconds=30.0, iterations=None, no_improvement=None)
    """
    return Stop(seconds=float(number))


def iterations(number: int) -> Stop:
    """After so many rounds: the same result every time, with any number of threads.

    >>> iterations(100).options()
    {'iterations': 100}
    """
    return Stop(iterations=int(number))


def no_improvement(rounds: int) -> Stop:
    """After so many rounds without a better network.

    >>> no_improvement(20).options()
    {'no-improvement': 20}
    """
    return Stop(no_improvement=int(rounds))


def any_of(*stops: Stop) -> Stop:
    """Whichever comes first.

    >>> any_of(seconds(30), no_improvement(20)).options()
    {'seconds': 30.0, 'no-improvement': 20}
    """

    def least(values: list[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return min(known) if known else None

    rounds = least([stop.iterations for stop in stops])
    still = least([stop.no_improvement for stop in stops])
    return Stop(
        seconds=least([stop.seconds for stop in stops]),
        iterations=None if rounds is None else int(rounds),
        no_improvement=None if still is None else int(still),
    )
