from __future__ import annotations

import os
from pathlib import Path

import pytest

import routewright as rw

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def mandl() -> rw.City:
    return rw.City.open("mandl")


@pytest.fixture(scope="session")
def problem(mandl: rw.City) -> rw.Problem:
    return rw.Problem(mandl, alpha=0.8)


def outside(folder: str) -> Path:
    """Other people's data, which are not in the repository."""
    found = Path(os.environ.get("ROUTEWRIGHT_DATA", ROOT.parent / "shared")) / folder
    if not found.is_dir():
        if os.environ.get("ROUTEWRIGHT_REQUIRE_DATA"):
            pytest.fail(f"{found} is missing")
        pytest.skip(f"{found} is missing")
    return found


@pytest.fixture(scope="session")
def program() -> Path:
    """The command line."""
    for profile in ("release", "wheel", "debug"):
        found = ROOT / "target" / profile / "routewright"
        if found.is_file():
            return found
    if os.environ.get("ROUTEWRIGHT_REQUIRE_DATA"):
        pytest.fail("build the command line first: cargo build -p routewright-cli")
    pytest.skip("the command line is not built")
