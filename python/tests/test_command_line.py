"""Figures are those of the command line, to the bit."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import routewright as rw

VARYING = {"seconds", "out"}


def said(program: Path, *words: str) -> dict[str, Any]:
    done = subprocess.run([program, *words, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return {name: value for name, value in told.items() if name not in VARYING}


def same(found: dict[str, Any], told: dict[str, Any]) -> None:
    assert {name: value for name, value in found.items() if name not in VARYING} == told


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
def test_evaluate(program: Path, mandl: rw.City, alpha: float) -> None:
    file = ROOT / "examples/mandl-six-routes.txt"
    figures = rw.evaluate(rw.Problem(mandl, alpha=alpha), rw.Network.open(mandl, file))
    told = said(program, "evaluate", "mandl", str(file), "--alpha", str(alpha))
    same(figures.summary, told)
    assert (figures.cost, figures.cp_min, figures.co_min) == (told["cost"], told["cp_min"], told["co_min"])
    assert figures.transfers == tuple(told[name] for name in ("d0", "d1", "d2", "dun"))


@pytest.mark.parametrize(
    ("words", "options", "asked"),
    [
        (["--iterations", "5", "--seed", "7"], {"seed": 7}, {}),
        (["--method", "nea", "--iterations", "5", "--samples", "9"], {"method": "nea", "samples": 9}, {}),
        (["--iterations", "5", "--vehicles", "76", "--routes", "10"], {}, {"vehicles": 76, "routes": 10}),
    ],
)
def test_design(
    program: Path, mandl: rw.City, words: list[str], options: dict[str, Any], asked: dict[str, Any]
) -> None:
    result = rw.design(rw.Problem(mandl, **asked), stop=rw.iterations(5), **options)
    same(result.summary, said(program, "design", "mandl", *words))


def test_front(program: Path, mandl: rw.City) -> None:
    front = rw.front(rw.Problem(mandl), stop=rw.iterations(10), points=6, seed=2)
    same(front.summary, said(program, "front", "mandl", "--iterations", "10", "--points", "6", "--seed", "2"))
