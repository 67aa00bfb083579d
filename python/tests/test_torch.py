from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import routewright as rw
from routewright import _native

torch = pytest.importorskip("torch")

from routewright.torch import GraphNet  # noqa: E402


def states(count: int, seed: int, extension: str, **settings: Any) -> list[rw.Observation]:
    """States of random episodes."""
    rng = np.random.default_rng(seed)
    synthetic = json.dumps({"cities": 40, **{name.replace("_", "-"): value for name, value in settings.items()}})
    episodes = _native.Episodes(1, seed, synthetic=synthetic, extension=extension)
    found: list[rw.Observation] = []
    while len(found) < count:
        choices = episodes.choices(0)
        if len(choices):
            found.append(episodes.observation(0))
            choices = rng.choice(choices, 1)
        episodes.step(np.asarray(choices if len(choices) else [0], np.int64))
    return found


@pytest.mark.parametrize(
    ("layers", "inputs", "extension", "nodes"),
    [(5, "paper", "neighbour", 20), (5, "extended", "shared-terminal", 12), (0, "extended", "neighbour", 20)],
)
def test_scores_are_those_of_our_net(layers: int, inputs: str, extension: str, nodes: int) -> None:
    seen = states(70, 3, extension, nodes=nodes, routes=4, max_stops=8)
    architecture = json.dumps({"layers": layers, "inputs": inputs})
    net = rw.Net.random(architecture, seen, seed=2)
    rng = np.random.default_rng(1)
    # Last layers of a new net are nearly zero: scores must be told apart.
    noise = {
        name: (values + rng.normal(0, 0.05, values.shape)).astype(np.float32).ravel()
        for name, values in net.tensors.items()
    }
    net = net.with_tensors(noise)
    mirror = GraphNet.from_net(net)
    spread = 0.0
    for one in seen:
        ours, theirs = net.score(one), mirror(one).detach().numpy()
        assert ours.shape == theirs.shape
        assert np.abs(ours - theirs).max() < 1e-4
        spread = max(spread, float(np.ptp(ours)))
    assert spread > 1e-2
    assert {one.is_halt for one in seen} == {True, False}


def test_weights_are_written_as_ours(tmp_path: Path) -> None:
    net = rw.Net.open("default")
    mirror = GraphNet.from_net(net)
    assert mirror.to_net().to_bytes() == net.to_bytes()
    with torch.no_grad():
        for value in mirror.parameters():
            value.mul_(0.5)
    mirror.to_net().write(tmp_path / "half.safetensors")
    half = rw.Net.open(tmp_path / "half.safetensors")
    assert all(np.allclose(half.tensors[name], value / 2) for name, value in net.tensors.items())


def test_it_builds_networks_as_our_net_does(problem: rw.Problem) -> None:
    net = rw.Net.open("default")
    options: dict[str, Any] = {"method": "lc", "samples": 4, "seed": 2, "extension": "neighbour"}
    ours = rw.design(problem, net=net, temperature=1.0, **options)
    theirs = rw.design(problem, policy=GraphNet.from_net(net).policy(), **options)
    assert ours.network == theirs.network


def test_gradients_flow() -> None:
    seen = states(6, 1, "neighbour", nodes=8, routes=2, max_stops=4)
    mirror = GraphNet.from_net(rw.Net.random(json.dumps({"layers": 2}), seen))
    sum(mirror(one).square().sum() for one in seen).backward()
    assert all(value.grad is not None for name, value in mirror.weights.items() if "difference" not in name)
