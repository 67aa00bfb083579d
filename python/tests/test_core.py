from __future__ import annotations

import _thread
import copy
import json
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import outside

import routewright as rw

SIX = [
    ["1", "2", "3", "6", "8"],
    ["5", "4", "6", "15"],
    ["9", "15", "7"],
    ["10", "11", "13", "14"],
    ["12", "11", "10", "8", "15"],
    ["8", "10", "14"],
]


def test_a_city_is_arrays(mandl: rw.City) -> None:
    assert mandl.node_count == 15 and mandl.nodes[0] == "1" and mandl.index("15") == 14
    drive, demand = mandl.drive_minutes, mandl.demand
    assert drive.shape == demand.shape == (15, 15) and drive.dtype == np.float64
    assert demand.sum() == mandl.total_demand == 15570
    assert np.allclose(drive, drive.T) and (np.diag(drive) == 0).all()
    first, second = mandl.links[0]
    assert drive[first, second] == mandl.link_minutes[0]
    path = mandl.shortest_path(0, 5)
    assert [mandl.nodes[stop] for stop in path] == ["1", "2", "3", "6"]
    assert mandl.positions.shape == (15, 2) and mandl.terminals.all()
    mean = (drive * demand).sum() / demand.sum()
    assert mandl.mean_drive_minutes == pytest.approx(mean, abs=1e-12)


def test_networks_are_given_by_ids_indices_and_arrays(mandl: rw.City) -> None:
    by_id = rw.Network(mandl, [["1", "2", "3"]])
    assert by_id == rw.Network(mandl, [[0, 1, 2]]) == rw.Network(mandl, [np.array([0, 1, 2])])
    assert by_id.routes == [[0, 1, 2]] and by_id.stops == [["1", "2", "3"]] and by_id.route_minutes == [10.0]
    assert rw.Network(mandl, [[0, 1]], names=["red"]).names == ["red"]
    assert rw.Network.parse(mandl, by_id.to_json()) == by_id and len(by_id) == 1
    assert by_id != rw.Network(mandl, [[0, 1]])


def test_many_scores_are_single_scores(problem: rw.Problem, mandl: rw.City) -> None:
    networks: list[Any] = [rw.Network(mandl, SIX), rw.Network(mandl, [*SIX[:5], ["1", "2"]]), SIX]
    scores = rw.evaluate_many(problem, networks)
    assert scores.dtype == rw.SCORE and scores[0] == scores[2]
    for network, score in zip(networks, scores, strict=True):
        figures = rw.evaluate(problem, network)
        assert score["cost"] == pytest.approx(figures.cost, abs=1e-12)
        assert score["cp_min"] == pytest.approx(figures.cp_min, abs=1e-12)
        assert (score["co_min"], score["unserved_pairs"]) == (figures.co_min, figures.unserved_pairs)
    assert np.array_equal(rw.evaluate_many(problem, networks, threads=1), scores)


def test_replaced_routes_are_scored_as_whole_networks(problem: rw.Problem, mandl: rw.City) -> None:
    candidates = [["1", "2"], ["7", "15", "9"], ["1", "2", "3", "6", "15", "7"]]
    with rw.Neighbourhood(problem, SIX) as neighbourhood:
        scores = neighbourhood.without(2).score_many(candidates)
    whole = rw.evaluate_many(problem, [[*SIX[:2], route, *SIX[3:]] for route in candidates])
    assert np.array_equal(scores, whole)
    with pytest.raises(rw.SettingsError, match="no route 6"):
        rw.Neighbourhood(problem, SIX).without(6)


def test_the_same_seed_gives_the_same_network(problem: rw.Problem) -> None:
    one = rw.design(problem, stop=rw.iterations(4), seed=3, threads=1)
    two = rw.design(problem, stop=rw.iterations(4), seed=3, threads=2)
    other = rw.design(problem, stop=rw.iterations(4), seed=4)
    assert one.network == two.network and one.figures.cost == two.figures.cost
    assert one.network != other.network
    assert rw.evaluate(problem, one.network).cost == one.figures.cost
    assert one.trace.dtype == rw.TRACE and (np.diff(one.trace["cost"]) <= 0).all()
    assert one.feasible and not one.interrupted and one.evaluations > 0


def test_a_start_is_never_made_worse(problem: rw.Problem, mandl: rw.City) -> None:
    start = rw.Network(mandl, SIX)
    for method in ("anneal", "nea"):
        result = rw.design(problem, start=start, stop=rw.iterations(2), method=method)
        assert result.figures.cost <= rw.evaluate(problem, start).cost
    frozen = rw.design(problem, start=start, freeze=["1"], stop=rw.iterations(2))
    assert SIX[0] in frozen.network.stops


def test_services_are_planned(mandl: rw.City) -> None:
    problem = rw.Problem(mandl, vehicles=76, routes=10)
    result = rw.design(problem, stop=rw.iterations(20))
    service = result.figures.service
    assert service is not None and 0 < service["vehicles"] <= 76
    assert all(headway is not None for headway in result.network.headway_minutes)
    again = rw.evaluate(problem, pickle.loads(pickle.dumps(result.network)))
    assert again.service is not None and again.service["mean_min"] == service["mean_min"]
    with pytest.raises(rw.SettingsError, match="alpha"):
        rw.Problem(mandl, vehicles=76, alpha=0.5)


def test_fronts_trade_riders_time_against_route_minutes(mandl: rw.City) -> None:
    front = rw.front(rw.Problem(mandl), stop=rw.iterations(30), points=8)
    riders, operator = front.costs.T
    assert (np.diff(riders) > 0).all() and (np.diff(operator) < 0).all() and len(front) <= 8
    assert front.pick("knee").network in [point.network for point in front.points]
    services = rw.front(rw.Problem(mandl, routes=10), vehicles=(60, 80), points=2, stop=rw.iterations(4))
    assert services.costs[:, 1].max() <= 80
    with pytest.raises(KeyError, match="knee"):
        front.pick("nothing")


def test_everything_can_be_pickled(problem: rw.Problem, mandl: rw.City, tmp_path: Path) -> None:
    result = rw.design(problem, stop=rw.iterations(2))
    for value in (mandl, rw.Network(mandl, SIX), problem, result.figures, result, rw.Net.open("default")):
        again = pickle.loads(pickle.dumps(value))
        assert type(again) is type(value)
    again = pickle.loads(pickle.dumps(result))
    assert again.network == result.network and again.figures.cost == result.figures.cost
    again.write_folder(tmp_path / "again")
    result.write_folder(tmp_path / "first")
    assert (tmp_path / "again/network.json").read_text() == (tmp_path / "first/network.json").read_text()
    assert copy.copy(problem).alpha == 0.8
    assert pickle.loads(pickle.dumps(mandl)) == mandl
    many = [rw.Network(mandl, SIX) for _ in range(50)]
    assert len(pickle.dumps(many)) < 50 * len(pickle.dumps(many[0])) / 2, "the city is pickled once"


def test_results_are_written_and_shown(problem: rw.Problem, tmp_path: Path) -> None:
    result = rw.design(problem, stop=rw.iterations(2), folder=tmp_path / "run")
    assert (tmp_path / "run/report.html").is_file()
    assert result.summary["network"] == result.network.stops
    assert json.loads(result.network.to_geojson())["type"] == "FeatureCollection"
    for shown in (result, result.network, problem.city):
        assert shown._repr_html_().lstrip().startswith("<svg")
    result.write_gtfs(tmp_path / "feed.zip", headway=10, agency_name="Mine")
    assert (tmp_path / "feed.zip").stat().st_size > 1000
    result.network.write(tmp_path / "mine.json")
    assert rw.Network.open(problem.city, tmp_path / "mine.json") == result.network


def test_progress_is_told_and_a_listener_may_end_a_run(problem: rw.Problem) -> None:
    told: list[rw.News] = []
    rw.design(problem, stop=rw.seconds(0.5), progress=told.append)
    assert told and 0 <= told[-1]["done"] <= 1 and "cost" in told[-1]["text"]

    class EnoughError(Exception):
        pass

    def enough(_: rw.News) -> None:
        raise EnoughError

    started = time.monotonic()
    with pytest.raises(EnoughError):
        rw.design(problem, stop=rw.seconds(30), progress=enough)
    assert time.monotonic() - started < 10


def test_ctrl_c_ends_a_run_with_the_best_so_far(problem: rw.Problem) -> None:
    threading.Timer(0.7, _thread.interrupt_main).start()
    started = time.monotonic()
    with pytest.raises(rw.Interrupted) as caught:
        rw.design(problem, stop=rw.seconds(60))
    assert time.monotonic() - started < 20
    assert isinstance(caught.value, KeyboardInterrupt) and caught.value.result.interrupted
    assert caught.value.result.feasible


def test_the_interpreter_is_free_while_a_search_runs(problem: rw.Problem) -> None:
    ticks = 0
    thread = threading.Thread(target=rw.design, args=(problem,), kwargs={"stop": rw.seconds(1), "threads": 1})
    thread.start()
    while thread.is_alive():
        ticks += 1
        time.sleep(0.01)
    assert ticks > 30


def test_stop_rules_are_combined() -> None:
    both = rw.any_of(rw.seconds(5), rw.iterations(10), rw.seconds(3), rw.no_improvement(7))
    assert both == rw.Stop(seconds=3.0, iterations=10, no_improvement=7)


def test_synthetic_cities_follow_from_their_seed(tmp_path: Path) -> None:
    city = rw.City.synthetic("voronoi", 20, 7)
    assert city == rw.City.synthetic("voronoi", 20, 7) != rw.City.synthetic("voronoi", 20, 8)
    city.write_folder(tmp_path / "town")
    assert np.array_equal(rw.City.open(tmp_path / "town").demand, city.demand)
    with pytest.raises(rw.SettingsError, match="hexagon"):
        rw.City.synthetic("hexagon", 20, 7)


def test_nets_are_read_and_written(tmp_path: Path) -> None:
    net = rw.Net.open("default")
    net.write(tmp_path / "mine.safetensors")
    again = rw.Net.open(tmp_path / "mine.safetensors")
    assert again.to_bytes() == net.to_bytes() and again.architecture == net.architecture
    flat = {name: np.zeros(values.size, np.float32) for name, values in net.tensors.items()}
    assert not any(values.any() for values in net.with_tensors(flat).tensors.values())
    with pytest.raises(rw.SettingsError, match="missing"):
        net.with_tensors({})


def test_training_can_be_resumed(tmp_path: Path) -> None:
    small: dict[str, Any] = {"batch": 4, "horizon": 10, "nodes": 7, "routes": 2, "cities": 30, "validation_cities": 2}
    whole = rw.train(tmp_path / "whole", iterations=2, **small)
    rw.train(tmp_path / "parts", iterations=1, **small)
    parts = rw.train(tmp_path / "parts", resume=True, iterations=2)
    assert len(whole.metrics) == len(parts.metrics) == 3
    with pytest.raises(TypeError, match="batch"):
        rw.train(tmp_path / "parts", resume=True, batch=9)
    with pytest.raises(rw.SettingsError, match="horizons"):
        rw.train(tmp_path / "other", horizons=3)


def test_a_policy_in_python_is_asked_in_batches(problem: rw.Problem) -> None:
    sizes: list[int] = []

    def longest(seen: list[rw.Observation]) -> list[list[float]]:
        sizes.append(len(seen))
        return [[-9.0] if one.is_halt else [float(path[1]) for path in one.paths] for one in seen]

    result = rw.design(problem, method="lc", samples=33, policy=longest)
    assert max(sizes) == 16 and len(result.network) == 6
    assert result.network == rw.design(problem, method="lc", samples=33, policy=longest, threads=2).network
    sizes.clear()
    rw.design(problem, method="nea", samples=8, stop=rw.iterations(2), policy=longest)
    assert max(sizes) >= 5

    def wrong(seen: list[rw.Observation]) -> list[list[float]]:
        return [[0.0] * 3 for _ in seen]

    with pytest.raises(ValueError, match="finite scores"):
        rw.design(problem, method="lc", samples=5, policy=wrong)
    with pytest.raises(rw.SettingsError, match="asks no policy"):
        rw.design(problem, method="anneal", policy=longest)


def test_a_search_meets_others(problem: rw.Problem, mandl: rw.City) -> None:
    good = rw.design(problem, stop=rw.iterations(60)).network
    exchange = rw.Exchange(mandl)
    assert exchange.now() is None
    exchange.offer(good)
    met = rw.design(problem, stop=rw.iterations(3), seed=9, start=SIX, exchange=exchange)
    best = exchange.best()
    assert best is not None and best[1] <= rw.evaluate(problem, good).cost + 1e-12
    assert met.figures.cost == pytest.approx(best[1], abs=1e-9)
    cool = rw.design(problem, stop=rw.iterations(3), start=good, begin=0.9)
    assert cool.figures.cost <= rw.evaluate(problem, good).cost


def test_importing_is_quick() -> None:
    code = "import time, numpy; t = time.perf_counter(); import routewright; print(time.perf_counter() - t)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = "import sys, routewright; print([m for m in ('torch', 'ray', 'gymnasium', 'IPython') if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert float(said.stdout) < 5 and loaded.stdout.strip() == "[]"


def test_a_real_city_is_opened_and_pickled() -> None:
    city = rw.City.open(outside("benchmarks/mumford1"))
    assert city.node_count == 70 and pickle.loads(pickle.dumps(city)) == city
