"""Trains the construction net in PyTorch through the environment, and shows its cost on held-out cities.

Every iteration builds several networks for each of some cities and makes decisions that led to better networks than the
others of the same city more likely (policy gradient with the group as its baseline). Run it with

    python examples/train_torch.py --seconds 180
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

import routewright as rw
from routewright import _native
from routewright.torch import GraphNet


@dataclass(frozen=True)
class Config:
    """Sizes of the run."""

    nodes: int = 12
    routes: int = 5
    max_stops: int = 6
    cities: int = 8
    """Cities per iteration."""
    copies: int = 8
    """Networks per city."""
    held_out: int = 40
    alpha: float = 0.5
    layers: int = 0
    rate: float = 2e-3


Decision = tuple[int, rw.Observation, int]
"""City, observation, choice."""


def episodes(config: Config, count: int, seed: int) -> _native.Episodes:
    """Episodes of synthetic cities; the same for the same seed."""
    limits = {"nodes": config.nodes, "routes": config.routes, "max-stops": config.max_stops, "cities": 20_000}
    return _native.Episodes(count, seed, synthetic=json.dumps(limits), alpha=config.alpha)


def log_probabilities(net: GraphNet, seen: rw.Observation) -> torch.Tensor:
    """Of every choice: paths, or continuing and halting."""
    scores = net(seen)
    if seen.is_halt:
        scores = torch.cat([torch.zeros_like(scores), scores])
    return scores.log_softmax(0)


def play(net: GraphNet, config: Config, seed: int, rng: np.random.Generator) -> tuple[list[Decision], np.ndarray]:
    """Builds a network for every city of a seed: the decisions, and the costs of the networks."""
    running = episodes(config, config.cities, seed)
    ended: dict[int, float] = {}
    made: list[Decision] = []
    while len(ended) < config.cities:
        choices = np.zeros(config.cities, np.int64)
        with torch.no_grad():
            for place in range(config.cities):
                legal = running.choices(place)
                if place in ended or not len(legal):
                    choices[place] = legal[0] if len(legal) else 0
                    continue
                seen = running.observation(place)
                chances = log_probabilities(net, seen).exp().double().numpy()
                choice = int(rng.choice(len(chances), p=chances / chances.sum()))
                made.append((place, seen, choice))
                choices[place] = legal[choice]
        _, over, now = running.step(choices)
        for place in np.flatnonzero(over):
            ended.setdefault(int(place), float(now[place]))
    return made, np.array([ended[place] for place in range(config.cities)])


def held_out_cost(net: GraphNet, config: Config) -> float:
    """Mean cost of one network per held-out city, with fixed random numbers."""
    sizes = Config(**{**config.__dict__, "cities": config.held_out})
    _, costs = play(net, sizes, 10**6, np.random.default_rng(7))
    return float(costs.mean())


def train(
    config: Config, seconds: float, report: Callable[[str], object] = print, seed: int = 1
) -> tuple[GraphNet, list[float]]:
    """Trains for a time; the net and its costs on held-out cities."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    net = GraphNet.from_net(untrained(config, seed))
    adam = torch.optim.Adam(net.parameters(), lr=config.rate)
    costs = [held_out_cost(net, config)]
    report(f"untrained: {costs[0]:.4f}")
    started, iteration = time.monotonic(), 0
    while time.monotonic() - started < seconds:
        iteration += 1
        played = [play(net, config, iteration, rng) for _ in range(config.copies)]
        found = np.stack([cost for _, cost in played])
        better = (found.mean(axis=0) - found) / (found.std(axis=0) + 1e-6)
        adam.zero_grad()
        count = sum(len(made) for made, _ in played)
        for copy, (made, _) in enumerate(played):
            losses = [
                -float(better[copy, place]) * log_probabilities(net, seen)[choice] for place, seen, choice in made
            ]
            (torch.stack(losses).sum() / count).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        adam.step()
        if iteration % 10 == 0:
            costs.append(held_out_cost(net, config))
            report(f"iteration {iteration}, {time.monotonic() - started:.0f} s: {costs[-1]:.4f}")
    costs.append(held_out_cost(net, config))
    report(f"trained, {iteration} iterations: {costs[-1]:.4f}")
    return net, costs


def untrained(config: Config, seed: int) -> rw.Net:
    """A new net, its inputs normalised by random episodes."""
    rng = np.random.default_rng(seed)
    running, seen = episodes(config, 4, 5), []
    for _ in range(40):
        legal = [running.choices(place) for place in range(4)]
        seen += [running.observation(place) for place in range(4) if len(legal[place])]
        running.step(np.array([rng.choice(one) if len(one) else 0 for one in legal], np.int64))
    architecture = {"layers": config.layers, "inputs": "extended", "pair-hidden": 32, "path-hidden": 32}
    return rw.Net.random(json.dumps(architecture), seen, seed)


if __name__ == "__main__":
    # The net is small: more threads only get in each other's way.
    torch.set_num_threads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--out", default="trained.safetensors", help="weights to write [default: %(default)s]")
    args = parser.parse_args()
    trained, _ = train(Config(), args.seconds)
    trained.to_net().write(args.out)
