from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import routewright as rw

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from routewright.gym import ID, ConstructionEnv, ConstructionVectorEnv, trajectories  # noqa: E402

SMALL: dict[str, Any] = {"nodes": 8, "routes": 3, "max_stops": 5, "cities": 50}


def test_gymnasium_accepts_it(problem: rw.Problem) -> None:
    for env in (ConstructionEnv(problem), ConstructionEnv(**SMALL)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message=".*Box observation space m(in|ax)imum value is -?infinity.*")
            check_env(env, skip_render_check=True)
    assert gymnasium.make(ID, problem=problem).spec.id == ID


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], dict[str, Any]]:
    seen, first = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, over = 0.0, False
    while not over:
        assert seen["action_mask"].sum() > 0
        action = env.action_space.sample(mask=seen["action_mask"])
        seen, reward, over, truncated, info = env.step(action)
        total += reward
        assert not truncated
    return total, first, info


def test_rewards_add_up_to_the_fall_in_cost(problem: rw.Problem) -> None:
    env = gymnasium.make(ID, problem=problem)
    total, first, last = play(env, 3)
    assert total == pytest.approx(first["cost"] - last["cost"], abs=1e-9)
    network = rw.Network(problem.city, last["routes"])
    figures = rw.evaluate(problem, network)
    assert len(network) == problem.routes
    # The reward leaves out the length of routes alone, which legal routes keep.
    assert last["cost"] == pytest.approx(figures.cost, abs=1e-9) or figures.violations
    assert play(env, 3)[2]["routes"] == last["routes"] and play(env, 4)[2]["routes"] != last["routes"]


def test_synthetic_episodes_differ_and_follow_from_the_seed() -> None:
    env = ConstructionEnv(alpha=0.25, **SMALL)
    one, info = env.reset(seed=1)
    two, _ = env.reset()
    again, _ = env.reset(seed=1)
    assert info["alpha"] == 0.25 and not np.array_equal(one["edges"], two["edges"])
    assert all(np.array_equal(one[name], again[name]) for name in one)


def test_illegal_actions() -> None:
    env = ConstructionEnv(illegal="raise", **SMALL)
    seen, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    nearest = ConstructionEnv(**SMALL)
    seen, _ = nearest.reset(seed=1)
    nearest.step(nearest.action_space.n - 1)
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert nearest.episodes.routes(0) == env.episodes.routes(0), "counted round, the next legal one is the first"


def test_many_environments_are_single_ones(problem: rw.Problem) -> None:
    many = gymnasium.make_vec(ID, num_envs=4, problem=problem)
    assert isinstance(many.unwrapped, ConstructionVectorEnv)
    seen, _ = many.reset(seed=5)
    assert many.observation_space.contains(seen)
    single = ConstructionEnv(problem)
    alone, _ = single.reset(seed=1)
    assert np.array_equal(seen["edges"][2], alone["edges"])
    rng = np.random.default_rng(1)
    followed = 0
    for _ in range(120):
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in seen["action_mask"]])
        was_over = ~seen["action_mask"].any(axis=1)
        seen, rewards, over, _, _ = many.step(actions)
        assert (rewards[was_over] == 0).all() and not over[was_over].any()
        followed += int(was_over.sum())
    assert followed > 0, "an episode that is over is followed by the next"


def test_trajectories_are_arrays() -> None:
    env = ConstructionVectorEnv(3, **SMALL)
    played = trajectories(env, 30, lambda seen: seen["action_mask"].argmax(axis=1), seed=2)
    assert played["action"].shape == (30, 3) and played["nodes"].shape == (30, 3, 8, 4)
    assert played["terminated"].any()
    after = played["reset"][1:]
    assert np.array_equal(after, played["terminated"][:-1])


def test_problems_travel(problem: rw.Problem) -> None:
    env = ConstructionEnv(pickle.loads(pickle.dumps(problem)))
    assert env.reset(seed=1)[1]["alpha"] == 0.8
