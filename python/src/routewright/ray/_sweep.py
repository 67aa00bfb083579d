"""Experiments of the laboratory on a cluster."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import ray

from .. import _native
from .._progress import Progress, listener

__all__ = ["Swept", "sweep"]


@dataclass
class Swept:
    """What came of a sweep."""

    total: int
    """Runs of the suite."""
    before: int
    """Runs that were in the store before."""
    ran: int = 0
    """Runs stored now."""
    failures: list[str] = field(default_factory=list)
    """One line per failed run."""


def _carry_out(run: str, work: str, data: str) -> tuple[str | None, str | None]:
    os.environ["ROUTEWRIGHT_DATA"] = data
    return _native.run_trial(run, work)


def sweep(
    suite: str | PathLike[str],
    store: str | PathLike[str] = "bench/runs.sqlite",
    *,
    scaled: bool = False,
    seeds: Sequence[int] | None = None,
    work: str | PathLike[str] | None = None,
    progress: Progress = None,
) -> Swept:
    """Runs what a store does not hold of a suite on the cluster, each run once, and stores it.

    The store is the one of `routewright bench`, which reports and exports it. It is written on this machine alone.
    A run whose worker or node is lost is repeated elsewhere; the store keeps one. Checkpoints go to `work`: on a
    disk that all nodes share, a repeated run resumes from them. Benchmark cities must lie in `ROUTEWRIGHT_DATA` on
    every node.

    >>> import pathlib, tempfile, routewright.ray
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     suite = pathlib.Path(folder, "mine.toml")
    ...     _ = suite.write_text(
    ...         "about = 'x'\\ncities = ['mandl']\\nalphas = [1]\\nseeds = [1, 2]\\n"
    ...         "[[methods]]\\nmethod = 'anneal'\\niterations = 2\\n"
    ...     )
    ...     routewright.ray.sweep(suite, pathlib.Path(folder, "runs.sqlite"), progress=False)
    Swept(total=2, before=0, ran=2, failures=[])
    """
    held = _native.Sweep(suite, store, scaled=scaled, seeds=None if seeds is None else list(seeds))
    try:
        missing = held.missing()
        swept = Swept(held.total, held.total - len(missing))
        folder = os.fspath(work or Path(tempfile.gettempdir()) / "routewright-sweep")
        data = str(Path(os.environ.get("ROUTEWRIGHT_DATA", "../shared")).absolute())
        carry_out = ray.remote(max_retries=-1)(_carry_out)
        waiting: dict[Any, str] = {
            carry_out.options(num_cpus=threads, name=name).remote(run, folder, data): name
            for _, name, threads, run in missing
        }
        tell = listener(progress)
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1, timeout=1.0)
            for run in done:
                _store(held, swept, run, waiting.pop(run))
            if tell is not None:
                over = swept.before + swept.ran + len(swept.failures)
                text = f"{over} of {swept.total} runs, {len(swept.failures)} failed"
                tell({"done": over / max(swept.total, 1), "text": text})
        return swept
    finally:
        held.close()


def _store(held: _native.Sweep, swept: Swept, run: Any, name: str) -> None:
    try:
        record, why = ray.get(run)
    except ray.exceptions.RayTaskError as error:
        record, why = None, str(error.cause)
    if record is None:
        swept.failures.append(f"{name}: {why}")
    elif held.add(record):
        swept.ran += 1
