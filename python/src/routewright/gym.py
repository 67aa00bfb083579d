"""The construction of networks as a Gymnasium environment: `routewright/Construction-v0`.

A network is built route by route. Two decisions alternate: which shortest path to add to the route in progress, and
whether the route is finished. The reward of a step is the fall in cost. Moves without a choice are made at once.

Actions are numbered the same in every state of a city with n nodes: `(end * n + start) * n + to` adds the shortest path
from `start` to `to` to the first (`end` 0) or last (`end` 1) stop of the route, `2 * n * n` continues the route and
`2 * n * n + 1` finishes it. Which are legal is in the observation, a dictionary of arrays:

- `nodes` (n, 4): position in minutes of driving from the centre (x, y), links into the node, links out of it
- `edges` (n, n, 13): demand; link, its minutes; a trip exists, without transfer, with one, with two; same node; minutes
  of the trip, of the ride without transfer, of driving; alpha, 1 - alpha
- `state` (13,): mean trip minutes with twice the longest drive for unserved trips, route minutes, routes built, routes
  left, share of pairs unserved, alpha, 1 - alpha, room left in the route, its length, MIN / MAX, log n, share of trips
  without transfer, MAX / n
- `route` (n,): 1 for stops of the route in progress
- `decision`: 0 which path to add, 1 whether to finish the route
- `action_mask` (2 n n + 2,): 1 for legal actions

>>> import gymnasium, routewright as rw, routewright.gym
>>> env = gymnasium.make("routewright/Construction-v0", problem=rw.Problem(rw.City.open("mandl")))
>>> seen, info = env.reset(seed=1)
>>> action = env.action_space.sample(mask=seen["action_mask"])
>>> seen, reward, terminated, truncated, info = env.step(action)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _native
from ._problem import Problem

__all__ = ["ID", "ConstructionEnv", "ConstructionVectorEnv", "register", "trajectories"]

ID = "routewright/Construction-v0"
"""Name of the environment."""

Illegal = Literal["nearest", "raise"]
Array = npt.NDArray[Any]
Seen = dict[str, Any]


def register() -> None:
    """Makes the environment known to Gymnasium; importing this module does it."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="routewright.gym:ConstructionEnv",
            vector_entry_point="routewright.gym:ConstructionVectorEnv",
        )


def _episodes(
    count: int,
    seed: int,
    problem: Problem | None,
    alpha: float | None,
    extension: str,
    cover_demand: bool,
    synthetic: dict[str, Any],
) -> _native.Episodes:
    asked = {name.replace("_", "-"): value for name, value in synthetic.items()}
    return _native.Episodes(
        count,
        seed,
        problem=None if problem is None else problem._native,
        synthetic=json.dumps(asked),
        alpha=alpha,
        extension=extension,
        cover_demand=cover_demand,
    )


def _spaces(nodes: int, choices: int) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    def numbers(*shape: int) -> gymnasium.spaces.Box:
        return gymnasium.spaces.Box(-np.inf, np.inf, shape, np.float32)

    def flags(*shape: int) -> gymnasium.spaces.Box:
        return gymnasium.spaces.Box(0, 1, shape, np.int8)

    seen = gymnasium.spaces.Dict(
        {
            "nodes": numbers(nodes, 4),
            "edges": numbers(nodes, nodes, 13),
            "state": numbers(13),
            "route": flags(nodes),
            "decision": gymnasium.spaces.Discrete(2),
            "action_mask": flags(choices),
        }
    )
    return seen, gymnasium.spaces.Discrete(choices)


def _legal(actions: Array, masks: Array, illegal: Illegal) -> Array:
    """The actions, with the next legal one, counted round, in place of one that is not."""
    rows = np.arange(len(actions))
    wrong = (masks[rows, actions] == 0) & masks.any(axis=1)
    if not wrong.any():
        return actions
    if illegal == "raise":
        raise ValueError(f"action {actions[wrong][0]} is not legal: choose where action_mask is 1")
    fixed: Array = actions.copy()
    for row in np.flatnonzero(wrong):
        choices = np.flatnonzero(masks[row])
        fixed[row] = choices[np.searchsorted(choices, actions[row]) % len(choices)]
    return fixed


class ConstructionEnv(gymnasium.Env):  # type: ignore[misc]
    """One episode at a time.

    With a `problem` every episode solves it. Without, every episode has a synthetic city and an alpha of its own, or
    the given `alpha`; `nodes`, `routes`, `min_stops`, `max_stops` and `cities` are settings of `routewright.train`. An
    action that is not legal counts as the next legal one, or raises (`illegal="raise"`). `info` has the `cost` of the
    network so far and `alpha`, and at the end the `routes`.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        problem: Problem | None = None,
        *,
        alpha: float | None = None,
        extension: str = "neighbour",
        cover_demand: bool = False,
        illegal: Illegal = "nearest",
        render_mode: str | None = None,
        **synthetic: Any,
    ) -> None:
        self.problem, self.illegal, self.render_mode = problem, illegal, render_mode
        self.episodes = _episodes(1, 0, problem, alpha, extension, cover_demand, synthetic)
        self.observation_space, self.action_space = _spaces(self.episodes.node_count, self.episodes.choice_count)
        self._mask = np.zeros((1, self.episodes.choice_count), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Seen]:
        """Begins an episode; the same one for the same seed."""
        super().reset(seed=seed)
        self.episodes.reset(int(self.np_random.integers(2**31)))
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, Seen]:
        """Makes a decision."""
        chosen = _legal(np.array([int(action)], np.int64), self._mask, self.illegal)
        rewards, over, _ = self.episodes.step(chosen)
        info = self._info()
        if over[0]:
            info["routes"] = self.episodes.routes(0)
        return self._look(), float(rewards[0]), bool(over[0]), False, info

    def render(self) -> str | None:
        """A map of the network so far, as SVG, where there is a problem."""
        routes = self.episodes.routes(0)
        if self.problem is None or not routes:
            return None
        return _native.Network(self.problem.city, routes).map_svg()

    def _look(self) -> Seen:
        seen = {name: values[0] for name, values in self.episodes.observe().items()}
        self._mask = seen["action_mask"][None]
        return seen

    def _info(self) -> Seen:
        cost, alpha = self.episodes.standing(0)
        return {"cost": cost, "alpha": alpha}


class ConstructionVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many episodes side by side, stepped in Rust on all cores. An episode that is over is followed by the next one at
    the next step, whatever the action. Arguments are those of `ConstructionEnv`."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        num_envs: int = 1,
        problem: Problem | None = None,
        *,
        alpha: float | None = None,
        extension: str = "neighbour",
        cover_demand: bool = False,
        illegal: Illegal = "nearest",
        **synthetic: Any,
    ) -> None:
        self.num_envs, self.illegal = num_envs, illegal
        self.episodes = _episodes(num_envs, 0, problem, alpha, extension, cover_demand, synthetic)
        spaces = _spaces(self.episodes.node_count, self.episodes.choice_count)
        self.single_observation_space, self.single_action_space = spaces
        self.observation_space, self.action_space = (batch_space(space, num_envs) for space in spaces)
        self._mask = np.zeros((num_envs, self.episodes.choice_count), np.int8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Seen]:
        """Begins all episodes; the same ones for the same seed."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.episodes.reset(int(self.np_random.integers(2**31)))
        return self._look(), {}

    def step(self, actions: Any) -> tuple[Seen, Array, Array, Array, Seen]:
        """Makes a decision in every episode."""
        chosen = _legal(np.asarray(actions, np.int64), self._mask, self.illegal)
        rewards, over, costs = self.episodes.step(chosen)
        return self._look(), rewards, over, np.zeros(self.num_envs, np.bool_), {"cost": costs}

    def _look(self) -> Seen:
        seen = self.episodes.observe()
        self._mask = seen["action_mask"]
        return seen


def trajectories(
    env: ConstructionVectorEnv, steps: int, choose: Callable[[Seen], Array], *, seed: int | None = None
) -> dict[str, Array]:
    """Plays so many steps and returns everything as arrays with axes (step, environment, ...).

    `choose` gets the observations of all environments and returns an action for each. The arrays are those of the
    observations, and `action`, `reward`, `cost` (after the step), `terminated`, and `reset`: true where the step only
    began the next episode.

    >>> import numpy as np
    >>> from routewright.gym import ConstructionVectorEnv, trajectories
    >>> env = ConstructionVectorEnv(3, nodes=8, routes=2, max_stops=4)
    >>> played = trajectories(env, 5, lambda seen: seen["action_mask"].argmax(axis=1), seed=1)
    >>> played["reward"].shape, played["edges"].shape
    ((5, 3), (5, 3, 8, 8, 13))
    """
    seen, _ = env.reset(seed=seed)
    rows: list[dict[str, Array]] = []
    over = np.zeros(env.num_envs, np.bool_)
    for _ in range(steps):
        actions = np.asarray(choose(seen), np.int64)
        after, rewards, terminated, _, info = env.step(actions)
        row = {
            "action": actions,
            "reward": rewards,
            "cost": info["cost"],
            "terminated": terminated,
            "reset": over,
        }
        rows.append({**seen, **row})
        seen, over = after, terminated
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


register()
