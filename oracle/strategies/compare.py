"""Compares `routewright evaluate` with AequilibraE's optimal strategies on random networks.

Each case is a small city (with walks in every second one) and a network with random headways or vehicles. The
program reads both from files and judges them; AequilibraE judges a graph that is built here from the same numbers,
apart from the program. Total perceived minutes, minutes by kind, changes and the riders between every two stops must
agree. Riders are summed over the lines that run there: where two lines share a street, a change is as good at its
beginning as at its end, and nothing says which of the two it is.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from aequilibrae.paths.cython.public_transport import HyperpathGenerating

NO_WAIT = 1e20  # AequilibraE's own mark of links on which nobody waits


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program", help="path of the routewright program")
    options.add_argument("--cases", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tolerance", type=float, default=1e-6, help="largest relative difference")
    asked = options.parse_args()
    check_example_of_1989()
    worst = {}
    summary = {"walking": 0, "changing": 0, "unserved": 0}
    for number in range(asked.cases):
        case = Case(random.Random(asked.seed * 1_000_003 + number), has_walks=number % 2 == 1)
        ours, theirs = judged_by_program(asked.program, case), judged_by_aequilibrae(case)
        for name, expected in theirs.items():
            difference = relative(ours[name], expected)
            worst[name] = max(worst.get(name, 0.0), difference)
            if difference > asked.tolerance:
                print(f"case {number}: {name} is {ours[name]}, AequilibraE has {expected}")
                sys.exit(1)
        summary["walking"] += theirs["walking_min"] > 0
        summary["changing"] += theirs["changes"] > 0
        summary["unserved"] += theirs["unserved_trips"] > 0
    print(f"{asked.cases} cases agree ({', '.join(f'{name} in {count}' for name, count in summary.items())})")
    for name, difference in worst.items():
        print(f"  {name:<16} largest relative difference {difference:.1e}")


def relative(found, expected):
    """The largest difference of two numbers or lists, relative to the largest of them and at least 1."""
    found, expected = np.atleast_1d(found), np.atleast_1d(expected)
    assert found.shape == expected.shape, (found.shape, expected.shape)
    return float(np.max(np.abs(found - expected), initial=0.0) / max(1.0, np.max(np.abs(expected), initial=0.0)))


class Case:
    """A random city and network. Times are whole seconds, as the program keeps them."""

    def __init__(self, draw, has_walks):
        self.stops = draw.randint(5, 14)
        zones = draw.randint(0, 4) if has_walks else 0  # places that only walks lead to
        self.places = self.stops + zones
        self.links = {}
        pairs = [(draw.randrange(b), b) for b in range(1, self.stops)]
        pairs += [tuple(draw.sample(range(self.stops), 2)) for _ in range(self.stops)]
        for a, b in pairs:
            self.links[a, b], self.links[b, a] = draw.randint(30, 900), draw.randint(30, 900)
        self.walks = {}
        for zone in range(self.stops, self.places):
            self.walks[zone, draw.randrange(self.stops)] = draw.randint(60, 900)
        for _ in range(draw.randint(1, self.stops) if has_walks else 0):
            a, b = draw.sample(range(self.places), 2)
            self.walks[a, b], self.walks[b, a] = draw.randint(60, 1500), draw.randint(60, 1500)
        # A walk leads both ways unless the way back is given.
        self.both_walks = {(b, a): time for (a, b), time in self.walks.items()} | self.walks
        self.demand = {
            (a, b): round(draw.uniform(0.5, 90), 3)
            for a in range(self.places)
            for b in range(self.places)
            if a != b and draw.random() < 0.7
        }
        self.demand[0, 1] = 1.0
        self.routes = [self.route(draw) for _ in range(draw.randint(1, 7))]
        self.hours = draw.choice([1, 2, 3.5])
        # Were changes free, nothing would say how many there are.
        self.penalty, self.dwell, self.layover = draw.randint(1, 600), draw.randint(0, 40), draw.randint(0, 300)
        self.wait_factor, self.wait_weight = draw.choice([0.5, 1.0]), draw.choice([1, 1.5, 2.2])
        self.walk_weight, self.give_up = draw.choice([1, 1.5, 2.2]), draw.choice([45, 120, 5000])

    def route(self, draw):
        neighbours = lambda stop: [b for a, b in self.links if a == stop]
        stops = [draw.randrange(self.stops)]
        for _ in range(draw.randint(1, 9)):
            following = draw.choice(neighbours(stops[-1]))
            if following not in stops:
                stops.append(following)
        if len(stops) == 1:
            stops.append(draw.choice(neighbours(stops[0])))
        route = {"stops": stops, "one_way": draw.random() < 0.2}
        if draw.random() < 0.2:
            route["legs"] = [draw.randint(30, 900) for _ in stops[1:]]
        if draw.random() < 0.5:
            route["headway_minutes"] = round(draw.uniform(1, 40), 2)
        else:
            route["vehicles"] = draw.randint(1, 8)
        return route

    def lines(self):
        """Every route in every direction it is driven: stops, minutes of its legs, headway; route by route."""
        for route in self.routes:
            stops, own = route["stops"], route.get("legs")
            ways = [stops] if route["one_way"] else [stops, stops[::-1]]
            times = []
            for back, way in enumerate(ways):
                if own:
                    times.append(own[::-1] if back else own)
                else:
                    times.append([self.links[leg] + self.dwell for leg in zip(way, way[1:])])
            round_trip = sum(sum(legs) for legs in times) + len(ways) * self.layover
            if not own:
                round_trip += len(ways) * self.dwell  # at the stop where a vehicle starts
            headway = route.get("headway_minutes") or round_trip / 60 / route["vehicles"]
            for way, legs in zip(ways, times):
                yield way, [seconds / 60 for seconds in legs], headway


def judged_by_program(program, case):
    with tempfile.TemporaryDirectory() as folder:
        city = Path(folder) / "city"
        city.mkdir()
        write_city(city, case)
        network = Path(folder) / "network.json"
        network.write_text(json.dumps({"routes": [as_json(at, route) for at, route in enumerate(case.routes)]}))
        options = {
            "transfer-penalty": case.penalty / 60,
            "dwell": case.dwell / 60,
            "layover": case.layover / 60,
            "wait-factor": case.wait_factor,
            "wait-weight": case.wait_weight,
            "walk-weight": case.walk_weight,
            "give-up": case.give_up,
        }
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        command = [program, "evaluate", str(city), str(network), "--json", *words]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):  # 1: it breaks a rule of the design problem
            sys.exit(done.stderr)
    service = json.loads(done.stdout)["service"]
    loads = [load for line in service["lines"] for load in line["loads_out"] + line["loads_back"]]
    return service | {"loads": by_street(case, loads)}


def by_street(case, loads):
    """Riders between every two places, out of riders on every leg of every line."""
    streets = np.zeros((case.places, case.places))
    legs = [leg for stops, _, _ in case.lines() for leg in zip(stops, stops[1:])]
    for leg, load in zip(legs, loads, strict=True):
        streets[leg] += load
    return streets


def write_city(folder, case):
    settings = f'name = "random"\ntime-unit = "seconds"\ncoordinates = "metres"\nperiod-hours = {case.hours}\n'
    (folder / "city.toml").write_text(settings)
    nodes = "".join(f"{place},{place},{place * place}\n" for place in range(case.places))
    (folder / "nodes.csv").write_text("id,lat,lon\n" + nodes)
    links = "".join(f"{a},{b},{time}\n" for (a, b), time in case.links.items())
    (folder / "links.csv").write_text("from,to,travel_time\n" + links)
    demand = "".join(f"{a},{b},{trips}\n" for (a, b), trips in case.demand.items())
    (folder / "demand.csv").write_text("from,to,demand\n" + demand)
    if case.walks:
        walks = "".join(f"{a},{b},{time / 60}\n" for (a, b), time in case.walks.items())
        (folder / "walks.csv").write_text("from,to,minutes\n" + walks)


def as_json(at, route):
    words = {"name": str(at), "stops": [str(stop) for stop in route["stops"]], "one_way": route["one_way"]}
    if "legs" in route:
        words["leg_minutes"] = [seconds / 60 for seconds in route["legs"]]
    return words | {key: route[key] for key in ("headway_minutes", "vehicles") if key in route}


def judged_by_aequilibrae(case):
    """Places are there twice, for riders who have not boarded yet and for those who have; the latter pay the penalty
    at every boarding. Both ways into a destination meet in a vertex of its own."""
    n = case.places
    edges = []  # tail, head, perceived minutes, frequency, kind
    for (a, b), seconds in case.both_walks.items():
        for copy in (0, n):
            edges.append((copy + a, copy + b, case.walk_weight * seconds / 60, NO_WAIT, "walk"))
    vertices = 2 * n
    for stops, legs, headway in case.lines():
        # AequilibraE waits for one over the frequency.
        frequency = 1 / (headway * case.wait_factor * case.wait_weight)
        for at, stop in enumerate(stops):
            if at < len(legs):
                edges.append((stop, vertices, 0.0, frequency, "first"))
                edges.append((n + stop, vertices, case.penalty / 60, frequency, "change"))
                edges.append((vertices, vertices + 1, legs[at], NO_WAIT, "ride"))
            if at > 0:
                edges.append((vertices, n + stop, 0.0, NO_WAIT, "alight"))
            vertices += 1
    for place in range(n):
        for copy in (0, n):
            edges.append((copy + place, vertices + place, 0.0, NO_WAIT, "arrive"))
    frame = pd.DataFrame(edges, columns=["tail", "head", "trav_time", "freq", "kind"])
    labels, volumes = strategies(frame, vertices, n, case)
    kinds = frame["kind"].to_numpy()
    cost = frame["trav_time"].to_numpy()
    served = {pair: trips / case.hours for pair, trips in case.demand.items() if labels[pair] <= case.give_up}
    unserved = sum(case.demand.values()) / case.hours - sum(served.values())
    total = sum(trips * labels[pair] for pair, trips in served.items()) + unserved * case.give_up
    riding = float(np.sum((volumes * cost)[kinds == "ride"]))
    walking = float(np.sum((volumes * cost)[kinds == "walk"])) / case.walk_weight
    changes = float(np.sum(volumes[kinds == "change"]))
    spent = riding + case.walk_weight * walking + changes * case.penalty / 60 + unserved * case.give_up
    return {
        "total_min": total,
        "riding_min": riding,
        "waiting_min": (total - spent) / case.wait_weight,
        "walking_min": walking,
        "changes": changes,
        "unserved_trips": unserved,
        "loads": by_street(case, volumes[kinds == "ride"]),
    }


def strategies(frame, first_destination, places, case):
    """Perceived minutes of every trip, and the riders on every edge of those who make theirs."""
    everywhere = np.arange(first_destination + places, dtype=np.int64)
    graph = HyperpathGenerating(
        frame, check_edges=True, o_vert_ids=everywhere, d_vert_ids=everywhere, nodes_to_indices=everywhere
    )
    labels, volumes = {}, np.zeros(len(frame))
    for place in range(places):
        destination = first_destination + place
        graph.run(place, destination, 1.0)
        minutes = graph.u_i_vec.copy()
        origins = [origin for origin in range(places) if (origin, place) in case.demand]
        labels |= {(origin, place): minutes[origin] for origin in origins}
        made = [origin for origin in origins if minutes[origin] <= case.give_up]
        if made:
            trips = np.array([case.demand[origin, place] / case.hours for origin in made])
            graph.assign(np.array(made), np.full(len(made), destination), trips, threads=1)
            volumes += graph._edges["volume"].to_numpy()
    return labels, volumes


def check_example_of_1989():
    """The oracle itself gets the published example right: 27.75 minutes from A to B."""

    class Example:
        places, walks, both_walks, demand, hours = 4, {}, {}, {(0, 3): 1.0}, 1
        penalty, wait_factor, wait_weight, walk_weight, give_up = 0, 0.5, 1, 1, 120

        @staticmethod
        def lines():
            yield [0, 3], [25.0], 12.0
            yield [0, 1, 2], [7.0, 6.0], 12.0
            yield [1, 2, 3], [4.0, 4.0], 30.0
            yield [2, 3], [10.0], 6.0

    total = judged_by_aequilibrae(Example)["total_min"]
    assert abs(total - 27.75) < 1e-9, total


if __name__ == "__main__":
    main()
