"""Training with rollouts collected on a cluster."""

from __future__ import annotations

import time
from os import PathLike
from typing import Any

import ray

from .. import _native
from .._progress import Progress, listener
from .._results import Training
from .._use_cases import train_job

__all__ = ["train"]

BETWEEN_SAVES = 60.0


def train(
    folder: str | PathLike[str],
    *,
    workers: int,
    source: str | PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Progress = None,
    **config: Any,
) -> Training:
    """Trains as `routewright.train` does, with the rollouts of every iteration collected by workers of the cluster.

    The weights are those of a run without help, to the bit. Rollouts whose worker is lost are collected elsewhere.

    >>> import pathlib, tempfile, routewright.ray
    >>> small = dict(iterations=1, batch=4, horizon=8, cities=20, nodes=8, validation_cities=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     trained = routewright.ray.train(pathlib.Path(folder, "run"), workers=2, progress=False, **small)
    ...     pathlib.Path(trained.folder, "best.safetensors").is_file()
    True
    """
    job = train_job(folder, source, resume, threads, config)
    collect = ray.remote(max_retries=-1, num_cpus=1)(_native_collect)
    tell = listener(progress)
    saved = time.monotonic()
    try:
        while not job.is_done:
            orders, weights = job.rollout_orders(workers)
            shared = ray.put(weights)
            done, text = job.advance_by(ray.get([collect.remote(order, shared) for order in orders]))
            if tell is not None:
                tell({"done": done, "text": text})
            if time.monotonic() - saved > BETWEEN_SAVES:
                job.save()
                saved = time.monotonic()
    finally:
        job.save()
    return Training(job)


def _native_collect(order: str, weights: bytes) -> str:
    return _native.collect_rollouts(order, weights)
