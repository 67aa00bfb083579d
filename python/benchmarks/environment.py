"""Steps per second of the environment: one process and two, one episode at a time and many.

python benchmarks/environment.py
"""

from __future__ import annotations

import time
from multiprocessing import get_context
from typing import Any

import numpy as np

from routewright.gym import ConstructionEnv, ConstructionVectorEnv

SIZES = {20: (10, 2, 12), 127: (60, 12, 25)}
"""Nodes: routes, fewest and most stops; the larger are Mumford3's."""


def limits(nodes: int) -> dict[str, Any]:
    """Settings of a size."""
    routes, least, most = SIZES[nodes]
    return {"nodes": nodes, "routes": routes, "min_stops": least, "max_stops": most, "cities": 50}


def single(nodes: int, seconds: float, seed: int = 1) -> float:
    """Steps per second of one episode at a time, legal actions drawn at random."""
    env = ConstructionEnv(**limits(nodes))
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        legal = np.flatnonzero(seen["action_mask"])
        seen, _, over, _, _ = env.step(int(legal[rng.integers(len(legal))]))
        steps += 1
        if over:
            seen, _ = env.reset()
    return steps / (time.perf_counter() - started)


def many(nodes: int, seconds: float, count: int = 16) -> float:
    """Steps per second of many episodes side by side, on all cores."""
    env = ConstructionVectorEnv(count, **limits(nodes))
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        legal = [np.flatnonzero(mask) for mask in seen["action_mask"]]
        actions = [one[rng.integers(len(one))] if len(one) else 0 for one in legal]
        seen, *_ = env.step(np.array(actions))
        steps += count
    return steps / (time.perf_counter() - started)


def main() -> None:
    """Measures and prints."""
    seconds = 5.0
    for nodes in SIZES:
        one = single(nodes, seconds)
        with get_context("spawn").Pool(2) as pool:
            two = sum(pool.starmap(single, [(nodes, seconds, 1), (nodes, seconds, 2)]))
        print(f"n = {nodes}: {one:.0f} steps/s, two processes {two:.0f}, vectorised {many(nodes, seconds):.0f}")


if __name__ == "__main__":
    main()
