"""Scoring by `evaluate_many` against the same in Rust, on the same networks, one after the other.

cargo build --profile wheel --example scoring
python benchmarks/scoring.py --city ../../shared/benchmarks/mumford3
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import routewright as rw

ROOT = Path(__file__).parents[2]


def networks(city: rw.City, count: int, routes: int, stops: int) -> list[rw.Network]:
    """Random walks over links that stop nowhere twice."""
    rng = np.random.default_rng(1)
    neighbours: dict[int, list[int]] = {}
    for start, end in city.links:
        neighbours.setdefault(int(start), []).append(int(end))

    def walk() -> list[int]:
        while True:
            route = [int(rng.integers(city.node_count))]
            while len(route) < stops:
                free = [node for node in neighbours[route[-1]] if node not in route]
                if not free:
                    break
                route.append(free[int(rng.integers(len(free)))])
            if len(route) >= stops // 2:
                return route

    pool = [walk() for _ in range(20 * routes)]
    return [rw.Network(city, [pool[at] for at in rng.integers(len(pool), size=routes)]) for _ in range(count)]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--city", default=str(ROOT.parent / "shared/benchmarks/mumford3"))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--program", default=str(ROOT / "target/wheel/examples/scoring"))
    args = parser.parse_args()
    city = rw.City.open(args.city)
    problem = rw.Problem(city, alpha=1.0)
    made = networks(city, args.count, 60, 25)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(json.loads(network.to_json())) + "\n" for network in made)
        file.flush()
        for threads in (1, 2):
            seconds = []
            for _ in range(3):
                started = time.perf_counter()
                rw.evaluate_many(problem, made, threads=threads)
                seconds.append(time.perf_counter() - started)
            ours = len(made) / min(seconds)
            said = subprocess.run(
                [args.program, args.city, file.name, str(threads)], capture_output=True, text=True, check=True
            )
            rust = float(said.stdout)
            print(f"{threads} threads: Python {ours:.0f}/s, Rust {rust:.0f}/s, ratio {ours / rust:.3f}")


if __name__ == "__main__":
    main()
