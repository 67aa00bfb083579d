"""Experiments, searches and training on a Ray cluster.

Scheduling, transport and the detection of failures are Ray's. Call `ray.init` first to choose a cluster; else Ray
starts one on this machine. `docs/cluster.md` has the steps; `python -m routewright.ray` has a command for each.
"""

from ._islands import islands
from ._sweep import Swept, sweep
from ._train import train

__all__ = ["Swept", "islands", "sweep", "train"]
