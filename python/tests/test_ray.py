"""A local cluster of two nodes, of which one is killed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import routewright as rw

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

import routewright.ray as rwray  # noqa: E402
from routewright.ray.__main__ import main  # noqa: E402

SUITE = """about = "x"
cities = ["mandl"]
alphas = [0.5, 1]
seeds = [1, 2, 3]
[[methods]]
method = "anneal"
seconds = 4
"""


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that runs nothing and two nodes of one core each."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [made.add_node(num_cpus=1), made.add_node(num_cpus=1)]
    ray.init(address=made.address, log_to_driver=False, logging_level="error")
    yield made, nodes
    ray.shutdown()
    made.shutdown()


def rows(store: Path) -> list[tuple[str, float]]:
    with sqlite3.connect(store) as connection:
        return connection.execute("SELECT key, cost FROM runs").fetchall()


def test_a_sweep_loses_nothing_when_a_node_is_killed(cluster: Any, tmp_path: Path) -> None:
    made, nodes = cluster
    suite, store = tmp_path / "mine.toml", tmp_path / "runs.sqlite"
    suite.write_text(SUITE)
    killer = threading.Timer(3.0, made.remove_node, (nodes[1],), {"allow_graceful": False})
    killer.start()
    swept = rwray.sweep(suite, store, work=tmp_path / "work", progress=False)
    killer.join(60)
    assert (swept.total, swept.before, swept.ran, swept.failures) == (6, 0, 6, [])
    found = rows(store)
    assert len(found) == len({key for key, _ in found}) == 6
    # Ray notices after a while.
    waited = time.monotonic()
    while len([node for node in ray.nodes() if node["Alive"]]) != 2:
        assert time.monotonic() - waited < 60, "one of three is gone"
        time.sleep(0.2)
    again = rwray.sweep(suite, store, progress=False)
    assert (again.before, again.ran) == (6, 0) and rows(store) == found


def test_failed_runs_are_told_and_others_stored(cluster: Any, tmp_path: Path) -> None:
    suite = tmp_path / "mine.toml"
    suite.write_text(SUITE.replace('["mandl"]', '["mandl", "nowhere"]').replace("seconds = 4", "seconds = 1"))
    with pytest.raises(rw.RoutewrightError, match="nowhere"):
        rwray.sweep(suite, tmp_path / "runs.sqlite", progress=False)


def test_islands_survive_the_loss_of_a_node(cluster: Any, problem: rw.Problem) -> None:
    made, nodes = cluster
    threading.Timer(3.0, made.remove_node, (nodes[0],), {"allow_graceful": False}).start()
    told: list[rw.News] = []
    started = time.monotonic()
    result = rwray.islands(problem, 2, rw.seconds(8), every=1.0, progress=told.append)
    assert time.monotonic() - started < 60
    assert result.feasible and result.figures.cost == rw.evaluate(problem, result.network).cost
    assert len(told) >= 3
    alone = rw.design(problem, stop=rw.seconds(1), threads=1)
    assert result.figures.cost <= alone.figures.cost + 1e-3


def test_islands_join_their_changes_in_large_cities(
    cluster: Any, problem: rw.Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("routewright.ray._islands.LARGE_CITY", 10)
    result = rwray.islands(problem, 2, rw.seconds(5), every=1.0, progress=False)
    assert result.feasible and result.figures.cost == rw.evaluate(problem, result.network).cost


def test_islands_need_a_time(problem: rw.Problem) -> None:
    with pytest.raises(rw.SettingsError, match="for a time"):
        rwray.islands(problem, 2, rw.iterations(5))


def test_training_with_help_gives_the_same_weights(cluster: Any, tmp_path: Path) -> None:
    small: dict[str, Any] = {
        "iterations": 2,
        "batch": 6,
        "horizon": 10,
        "nodes": 7,
        "routes": 2,
        "cities": 30,
        "validation_cities": 2,
    }
    alone = rw.train(tmp_path / "alone", progress=False, **small)
    helped = rwray.train(tmp_path / "helped", workers=2, progress=False, **small)
    assert (tmp_path / "helped/last.safetensors").read_bytes() == (tmp_path / "alone/last.safetensors").read_bytes()
    assert len(helped.metrics) == len(alone.metrics) == 3


def test_commands(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite = tmp_path / "mine.toml"
    suite.write_text(SUITE.replace("seconds = 4", "iterations = 2"))
    assert main(["--quiet", "sweep", str(suite), "--store", str(tmp_path / "runs.sqlite"), "--seeds", "1"]) == 0
    assert "2 runs, 0 were in the store, 2 ran now" in capsys.readouterr().out
    words = [
        "--quiet",
        "islands",
        "mandl",
        "--workers",
        "2",
        "--seconds",
        "2",
        "--out",
        str(tmp_path / "plan"),
    ]
    assert main(words) == 0 and (tmp_path / "plan/network.json").is_file()
    settings = [
        "iterations=1",
        "batch=2",
        "horizon=8",
        "nodes=6",
        "routes=2",
        "cities=20",
        "validation-cities=2",
    ]
    assert main(["--quiet", "train", "--out", str(tmp_path / "net"), "--workers", "2", "--set", *settings]) == 0
    assert main(["--quiet", "sweep", "no-such-suite"]) == 2


def test_help_is_there() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "routewright.ray", "--help"], capture_output=True, text=True, check=True
    )
    assert all(word in said.stdout for word in ("sweep", "islands", "train"))
