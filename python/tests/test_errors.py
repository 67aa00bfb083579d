from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import routewright as rw


def test_files_are_named_with_line_and_help(mandl: rw.City, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1-2-3\n1-99\n4-88\n")
    with pytest.raises(rw.InputError) as caught:
        rw.Network.open(mandl, file)
    error = caught.value
    assert (error.file, error.line) == (str(file), 2) and "99" in str(error) and error.help
    assert [problem.line for problem in error.problems] == [2, 3] and error.problems[0].code.startswith("net-")
    assert isinstance(error, ValueError) and isinstance(error, rw.RoutewrightError)
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems and str(again) == str(error)


def test_values_are_named_with_the_fix(mandl: rw.City) -> None:
    with pytest.raises(rw.InputError, match="file-00"):
        rw.City.open("nowhere")
    with pytest.raises(rw.SettingsError, match="alpha must lie between 0 and 1"):
        rw.Problem(mandl, alpha=2.0)
    with pytest.raises(TypeError, match="no option speed"):
        rw.Problem(mandl, speed=3)
    with pytest.raises(rw.SettingsError) as caught:
        rw.Network(mandl, [["1", "x"]])
    assert caught.value.help == "city.nodes lists the ids"
    with pytest.raises(rw.SettingsError, match="no node with index 15"):
        rw.Network(mandl, [[0, 15]])
    with pytest.raises(rw.SettingsError, match="no link leads from node 1 to node 3"):
        rw.Network(mandl, [[0, 2]])
    with pytest.raises(rw.SettingsError, match="neither an index nor an id"):
        rw.Network(mandl, [[0.5, 1.5]])
    problem = rw.Problem(mandl)
    with pytest.raises(rw.SettingsError, match="magic"):
        rw.design(problem, method="magic", stop=rw.iterations(1))
    with pytest.raises(rw.SettingsError, match="unknown field `chain`"):
        rw.design(problem, chain=3)
    with pytest.raises(rw.SettingsError, match="more than 0"):
        rw.design(problem, stop=rw.seconds(-1))
    other = rw.City.synthetic("4-grid", 16, 1)
    with pytest.raises(rw.SettingsError, match="does not say how many routes"):
        rw.Problem(other)
    with pytest.raises(rw.SettingsError, match="one of mandl"):
        rw.evaluate(rw.Problem(other, routes=2, min_stops=2, max_stops=5), rw.Network(mandl, [[0, 1]]))
