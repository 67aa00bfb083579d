"""The graph attention net of Routewright in PyTorch: the same scores, with gradients.

`GraphNet.from_net` loads weights of ours, `GraphNet.to_net` writes weights that we read. The computation follows the
definition: every pair that a path connects is listed and scored.

>>> import routewright as rw
>>> from routewright.torch import GraphNet
>>> net = GraphNet.from_net(rw.Net.open("default"))
>>> problem = rw.Problem(rw.City.open("mandl"))
>>> result = rw.design(problem, method="lc", samples=3, policy=net.policy())
>>> len(result.network)
6
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from ._native import Net, Observation

__all__ = ["GraphNet"]

_QUANTITIES = (0, 2, 8, 9, 10)
"""Edge features that are normalised: demand, link, trip, direct and drive minutes."""


class GraphNet(nn.Module):  # type: ignore[misc]
    """Scores the paths that may extend a route, or the halting of it."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self._net = net
        self.layers, self.heads = int(net.architecture["layers"]), int(net.architecture["heads"])
        self.width = int(net.architecture["width"])
        self.residual = bool(net.architecture.get("residual", False))
        self.globals = 7 if net.architecture["inputs"] == "paper" else 13
        self.names = {name: name.replace(".", "_") for name in net.tensors}
        self.weights = nn.ParameterDict(
            {self.names[name]: nn.Parameter(torch.from_numpy(np.array(value))) for name, value in net.tensors.items()}
        )
        for part, scales in net.normalisers.items():
            values = torch.tensor([[scale["mean"], scale["deviation"]] for scale in scales])
            self.register_buffer(f"scale_{part}", values)

    @classmethod
    def from_net(cls, net: Net) -> GraphNet:
        """The net with these weights."""
        return cls(net)

    def to_net(self) -> Net:
        """The weights as ours, to write to a file or to design with."""
        flat = {
            name: np.ascontiguousarray(self.weights[own].detach().cpu().numpy().astype(np.float32).ravel())
            for name, own in self.names.items()
        }
        return self._net.with_tensors(flat)

    def forward(self, observation: Observation) -> Tensor:
        """Scores of every path, or one score of halting."""
        device = next(self.parameters()).device
        nodes = self._scaled(torch.from_numpy(observation.nodes).to(device), "node")
        edges = torch.from_numpy(observation.edges).to(device)
        edges = edges.clone()
        edges[..., list(_QUANTITIES)] = self._scaled(edges[..., list(_QUANTITIES)], "edge")
        embedded = self._embed(nodes, edges)
        state = torch.from_numpy(observation.state).to(device)
        state = self._scaled(state, "global")[: self.globals]
        if observation.is_halt:
            return self._halt(observation, embedded, state)
        return self._paths(observation, embedded, edges, state)

    def policy(self) -> Callable[[Sequence[Observation]], list[Any]]:
        """What `routewright.design(policy=...)` takes."""

        def scores(observations: Sequence[Observation]) -> list[Any]:
            with torch.no_grad():
                return [self(observation).cpu().numpy() for observation in observations]

        return scores

    def _get(self, name: str) -> Tensor:
        return self.weights[self.names[name]]

    def _scaled(self, values: Tensor, part: str) -> Tensor:
        scale: Tensor = getattr(self, f"scale_{part}")
        return (values - scale[:, 0]) / scale[:, 1]

    def _embed(self, nodes: Tensor, edges: Tensor) -> Tensor:
        """Layers of attention over all pairs (GATv2), if there are any."""
        x, n = nodes, len(nodes)
        for layer in range(self.layers):
            name = f"backbone.{layer}."
            source = x @ self._get(name + "source_weight") + self._get(name + "source_bias")
            target = x @ self._get(name + "target_weight") + self._get(name + "target_bias")
            hidden = edges @ self._get(name + "edge_weight") + source[None] + target[:, None]
            hidden = nn.functional.leaky_relu(hidden, 0.2) * self._get(name + "attention")
            heed = hidden.view(n, n, self.heads, -1).sum(-1).softmax(dim=1)
            x = torch.einsum("tsh,shw->thw", heed, source.view(n, self.heads, -1)).reshape(n, self.width)
            x = x + self._get(name + "bias")
            if self.residual:
                x = x + target
            if layer + 1 < self.layers:
                x = x.relu()
        return x

    def _halt(self, observation: Observation, embedded: Tensor, state: Tensor) -> Tensor:
        minutes = torch.from_numpy(observation.route_size).to(state.device)[:1]
        scale: Tensor = self.scale_path[2]
        inputs = torch.cat([(minutes - scale[0]) / scale[1], state])[None]
        first, last = (embedded[int(observation.route[at])][None] for at in (0, -1))
        row = inputs @ self._get("halt.input_weight") + self._ends("halt", observation, first, last)
        return self._perceptron("halt", row)

    def _paths(self, observation: Observation, embedded: Tensor, edges: Tensor, state: Tensor) -> Tensor:
        device = state.device
        ends, minutes, starts, members = (torch.from_numpy(part).to(device) for part in observation.pairs)
        first, second = ends[:, 0], ends[:, 1]
        scale: Tensor = self.scale_edge[4]
        times = ((minutes - scale[0]) / scale[1])[:, None]
        row = edges[first, second] @ self._get("pair.edge_weight") + times * self._get("pair.time_weight")
        row = row + self._ends("pair", observation, embedded[first], embedded[second])
        scores = self._perceptron("pair", row)
        paths = self._scaled(torch.from_numpy(observation.paths).to(device), "path")
        owner = torch.repeat_interleave(torch.arange(len(paths), device=device), starts.diff())
        sums = torch.zeros(len(paths), device=device, dtype=scores.dtype).index_add(0, owner, scores[members])
        inputs = torch.cat([sums[:, None], paths, state.expand(len(paths), -1)], dim=1)
        return self._perceptron("path", inputs @ self._get("path.input_weight"))

    def _ends(self, name: str, observation: Observation, first: Tensor, second: Tensor) -> Tensor:
        """The contribution of two embeddings to the first layer of a perceptron."""
        row = (first + second) @ self._get(f"{name}.sum_weight")
        if not observation.is_symmetric:
            row = row + (first - second) @ self._get(f"{name}.difference_weight")
        return row

    def _perceptron(self, name: str, row: Tensor) -> Tensor:
        hidden = (row + self._get(f"{name}.bias")).relu()
        hidden = (hidden @ self._get(f"{name}.second_weight") + self._get(f"{name}.second_bias")).relu()
        return hidden @ self._get(f"{name}.last_weight") + self._get(f"{name}.last_bias")
