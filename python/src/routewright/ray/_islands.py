"""A search on many workers that exchange networks."""

from __future__ import annotations

import threading
import time
from typing import Any

import ray

from .. import _native
from .._native import Exchange, Network
from .._problem import Problem
from .._progress import Progress, listener
from .._results import Result
from .._stop import Stop, iterations, seconds
from .._use_cases import design
from ..errors import RunError, SettingsError

__all__ = ["islands"]

LARGE_CITY = 384
"""Nodes from which on the changes of all islands are joined: they hardly ever meet."""
PATIENCE = 20.0
"""Seconds that an island may take for its last word."""


class _Island:
    """A search that runs while others look at it."""

    def __init__(self, problem: Problem, threads: int) -> None:
        self.problem, self.threads = problem, threads
        self.exchange = Exchange(problem.city)
        self.thread: threading.Thread | None = None
        self.result: Result | None = None
        self.failure: Exception | None = None

    def begin(self, seed: int, limit: float, begin: float, start: Network | None) -> None:
        """Starts the search, or the rest of one that was lost."""

        def run() -> None:
            try:
                self.result = design(
                    self.problem,
                    stop=seconds(limit),
                    seed=seed,
                    start=start,
                    begin=begin,
                    threads=self.threads,
                    exchange=self.exchange,
                    progress=False,
                )
            except Exception as error:
                self.failure = error

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def look(self) -> tuple[Any, Any, list[Network]] | None:
        """How it stands: present network, best network, networks of short annealings; None if it is new."""
        if self.thread is None:
            return None
        if self.failure is not None:
            raise self.failure
        return self.exchange.now(), self.exchange.best(), self.exchange.take_finished()

    def leave(self, network: Network | None, pool: list[Network]) -> None:
        """Takes networks of others."""
        if network is not None:
            self.exchange.offer(network)
        if pool:
            self.exchange.share(pool)

    def end(self) -> Result | None:
        """Waits for the search to end."""
        if self.thread is not None:
            self.thread.join()
        if self.failure is not None:
            raise self.failure
        return self.result


class _Archipelago:
    """The islands as the driver sees them."""

    def __init__(self, problem: Problem, workers: int, limit: float, seed: int, threads: int, start: Network | None):
        self.problem, self.limit, self.seed, self.first = problem, limit, seed, start
        island = ray.remote(max_restarts=-1, max_concurrency=4, num_cpus=threads)(_Island)
        # Kept as long as islands may be started again.
        self.shared = ray.put(problem)
        self.islands = [island.remote(self.shared, threads) for _ in range(workers)]
        self.started = time.monotonic()
        self.best: tuple[Network, float] | None = None
        self.base: Network | None = None
        self.begins = 0
        for place in range(workers):
            self.begin(place)

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def begin(self, place: int) -> None:
        """Lets an island begin; one that was lost continues from the best network, as cool as the others are."""
        share = min(self.elapsed() / self.limit, 0.99)
        is_lost = self.begins >= len(self.islands)
        start = self.best[0] if self.best is not None and is_lost else self.first
        begin = share if is_lost and self.best is not None else 0.0
        left = max(self.limit - self.elapsed(), 0.1)
        self.islands[place].begin.remote(self.seed + self.begins, left, begin, start)
        self.begins += 1

    def looks(self) -> dict[int, tuple[Any, Any, list[Network]]]:
        """How the islands stand that answer."""
        asked = {island.look.remote(): place for place, island in enumerate(self.islands)}
        answered, _ = ray.wait(list(asked), num_returns=len(asked), timeout=2.0)
        found = {}
        for answer in answered:
            try:
                look = ray.get(answer)
            except ray.exceptions.RayActorError:
                continue  # Ray restarts it.
            if look is None:
                self.begin(asked[answer])
            elif look[0] is not None:
                found[asked[answer]] = look
                self.keep(look[1])
        return found

    def keep(self, known: tuple[Network, float] | None) -> None:
        if known is not None and (self.best is None or known[1] < self.best[1]):
            self.best = known

    def exchange(self) -> None:
        """Every island hears of the others."""
        looks = self.looks()
        if len(looks) < 2:
            return
        offers: dict[int, Network] = {}
        ranked = sorted(looks, key=lambda place: float(looks[place][0][1]))
        if self.problem.city.node_count >= LARGE_CITY:
            networks = [looks[place][0][0] for place in ranked]
            # At first all continue from the best; after that what each of them changed is joined.
            first = self.base is None
            self.base = networks[0] if first else self.joined(networks)
            offers = dict.fromkeys(ranked, self.base)
        elif self.elapsed() >= 0.3 * self.limit:
            # As the chains of one search do: the better half replaces the worse half.
            half = (len(ranked) + 1) // 2
            offers = {worse: looks[better][0][0] for better, worse in zip(ranked, ranked[half:], strict=False)}
        for place in looks:
            pool = [network for other in looks if other != place for network in looks[other][2]]
            if place in offers or pool:
                self.islands[place].leave.remote(offers.get(place), pool)

    def joined(self, networks: list[Network]) -> Network:
        """One network from what all islands made of the last one."""
        assert self.base is not None
        return _native.join_networks(self.problem._native, self.base, networks)

    def end(self) -> Result:
        """The best result, and never worse than what was seen of an island that is lost."""
        asked = [island.end.remote() for island in self.islands]
        answered, _ = ray.wait(asked, num_returns=len(asked), timeout=PATIENCE)
        results: list[Result] = []
        for answer in answered:
            try:
                result = ray.get(answer)
            except ray.exceptions.RayActorError:
                continue
            if result is not None:
                results.append(result)
        best = min(results, key=lambda result: result.figures.cost, default=None)
        if best is not None and (self.best is None or best.figures.cost <= self.best[1] + 1e-9):
            return best
        if self.best is None:
            raise RunError("all workers were lost before any found a network")
        return design(self.problem, start=self.best[0], stop=iterations(1), progress=False)


def islands(
    problem: Problem,
    workers: int,
    stop: Stop,
    *,
    every: float | None = None,
    seed: int = 1,
    threads: int = 1,
    start: Network | None = None,
    progress: Progress = None,
) -> Result:
    """Searches on many workers for so many seconds, with networks exchanged every few seconds.

    Each worker anneals with a seed of its own. In large cities what all of them changed is joined into one network,
    from which all continue; elsewhere the better half replaces the worse half from time to time, and routes that
    one found are tried by all. A worker that is lost is started again by Ray and continues from the best network;
    if it cannot be, the others go on without it. The result is scored again, and never worse than the best network
    that was exchanged.

    >>> import routewright as rw, routewright.ray
    >>> problem = rw.Problem(rw.City.open("mandl"), alpha=1)
    >>> rw.ray.islands(problem, 2, rw.seconds(2), progress=False).feasible
    True
    """
    if stop.seconds is None or stop.iterations is not None or stop.no_improvement is not None:
        raise SettingsError("islands run for a time\n  help: give stop=routewright.seconds(30)")
    if workers < 1:
        raise SettingsError("islands need one worker or more")
    limit = stop.seconds
    pause = every or (2.0 if problem.city.node_count >= LARGE_CITY else max(1.0, limit / 10))
    archipelago = _Archipelago(problem, workers, limit, seed, threads, start)
    tell = listener(progress)
    try:
        while (left := limit - archipelago.elapsed()) > 0:
            time.sleep(min(pause, left))
            archipelago.exchange()
            if tell is not None:
                best = "" if archipelago.best is None else f", cost {archipelago.best[1]:.5f}"
                done = min(archipelago.elapsed() / limit, 1.0)
                tell({"done": done, "text": f"{workers} islands, {archipelago.elapsed():.0f} s{best}"})
        return archipelago.end()
    finally:
        for island in archipelago.islands:
            ray.kill(island)
