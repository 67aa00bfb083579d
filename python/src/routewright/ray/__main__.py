"""`python -m routewright.ray`: experiments, searches and training on a Ray cluster."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import ray

from .. import City, Network, Problem, RoutewrightError, seconds
from . import islands, sweep, train


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m routewright.ray", description=__doc__)
    parser.add_argument("--address", help="of the cluster, such as auto or ray://host:10001 [default: this machine]")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    commands = parser.add_subparsers(dest="command", required=True)

    one = commands.add_parser("sweep", help="run a suite of experiments into a store")
    one.add_argument("suite", help="a shipped suite, or a TOML file")
    one.add_argument("--store", default="bench/runs.sqlite", help="of `routewright bench` [default: %(default)s]")
    one.add_argument("--scaled", action="store_true", help="the scaled-down version of the suite")
    one.add_argument("--seeds", type=int, nargs="+", help="these seeds instead of the suite's")
    one.add_argument("--work", help="folder for checkpoints, best on a disk that all nodes share")

    two = commands.add_parser("islands", help="design a network on many workers that exchange networks")
    two.add_argument("city", help="a built-in city (mandl) or a path")
    two.add_argument("--workers", type=int, required=True)
    two.add_argument("--seconds", type=float, default=20.0, help="[default: %(default)s]")
    two.add_argument("--every", type=float, help="seconds between exchanges")
    two.add_argument("--alpha", type=float, help="weight of riders' time (1) against route minutes (0) [default: 0.5]")
    for limit in ("routes", "min-stops", "max-stops"):
        two.add_argument(f"--{limit}", type=int)
    two.add_argument("--start", help="a network to start from")
    two.add_argument("--seed", type=int, default=1)
    two.add_argument("--out", help="folder for the results")

    three = commands.add_parser("train", help="train the net that builds networks")
    three.add_argument("--out", required=True, help="folder for the results")
    three.add_argument("--workers", type=int, required=True)
    three.add_argument("--source", help="a net to train further")
    three.add_argument("--resume", action="store_true", help="continue the run in the folder")
    three.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings, such as iterations=20")
    return parser


def main(words: list[str] | None = None) -> int:
    """Runs a command; the exit status."""
    args = _parser().parse_args(words)
    progress = False if args.quiet else None
    if not ray.is_initialized():
        ray.init(address=args.address, log_to_driver=False, logging_level="error")
    try:
        return _run(args, progress)
    except RoutewrightError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _run(args: argparse.Namespace, progress: bool | None) -> int:
    if args.command == "sweep":
        swept = sweep(args.suite, args.store, scaled=args.scaled, seeds=args.seeds, work=args.work, progress=progress)
        for failure in swept.failures:
            print(failure, file=sys.stderr)
        print(f"{swept.total} runs, {swept.before} were in the store, {swept.ran} ran now")
        return 1 if swept.failures else 0
    if args.command == "islands":
        city = City.open(args.city)
        limits = {name: getattr(args, name) for name in ("alpha", "routes", "min_stops", "max_stops")}
        start = None if args.start is None else Network.open(city, args.start)
        result = islands(
            Problem(city, **limits),
            args.workers,
            seconds(args.seconds),
            every=args.every,
            seed=args.seed,
            start=start,
            progress=progress,
        )
        if args.out:
            result.write_folder(args.out)
        print(result.table, end="")
        return 0 if result.feasible else 1
    config: dict[str, Any] = {}
    for pair in args.set:
        name, _, value = pair.partition("=")
        config[name.replace("-", "_")] = json.loads(value)
    training = train(
        args.out, workers=args.workers, source=args.source, resume=args.resume, progress=progress, **config
    )
    print(f"wrote {training.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
