r"""Islands against the best of as many separate runs, on the same cores and for the same time.

On a server with 16 cores:

    python benchmarks/islands.py --workers 16 --seconds 30 \
        --city mumford1=PATH --city mumford3=PATH --city porto-alegre=PATH

A city that has no limits of its own gets them from --limits ROUTES,MIN,MAX.
"""

from __future__ import annotations

import argparse
from typing import Any

import ray

import routewright as rw


def alone(problem: rw.Problem, seconds: float, seed: int) -> float:
    """Cost of a run on one core."""
    return rw.design(problem, stop=rw.seconds(seconds), seed=seed, threads=1, progress=False).figures.cost


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seeds", type=int, default=1, help="repetitions")
    parser.add_argument("--alphas", type=float, nargs="+", default=[0.5, 1.0])
    parser.add_argument("--city", action="append", required=True, metavar="NAME=PATH")
    parser.add_argument("--limits", help="for cities without")
    args = parser.parse_args()
    ray.init(num_cpus=args.workers, log_to_driver=False, logging_level="error")
    run = ray.remote(num_cpus=1)(alone)
    print(f"{'city':<16} {'alpha':>5} {'best alone':>11} {'islands':>11} {'gain %':>8}")
    for name, path in (city.split("=", 1) for city in args.city):
        city = rw.City.open(path)
        limits: dict[str, Any] = {}
        if args.limits:
            limits = dict(zip(("routes", "min_stops", "max_stops"), map(int, args.limits.split(",")), strict=True))
        for alpha in args.alphas:
            problem = rw.Problem(city, alpha=alpha, **limits)
            for seed in range(args.seeds):
                first = 1000 * seed + 1
                seeds = range(first, first + args.workers)
                best = min(ray.get([run.remote(problem, args.seconds, one) for one in seeds]))
                stop = rw.seconds(args.seconds)
                found = rw.ray.islands(problem, args.workers, stop, seed=first, progress=False).figures.cost
                print(f"{name:<16} {alpha:>5} {best:>11.5f} {found:>11.5f} {100 * (1 - found / best):>8.2f}")


if __name__ == "__main__":
    main()
