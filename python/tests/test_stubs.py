"""The stubs describe the extension module, and every public function has an example that runs."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

import routewright as rw

SHOWN_ELSEWHERE = {"import_city"}
"""Needs data that are not in the repository: the notebook `a_real_city` runs it."""


def test_stubs_describe_the_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "routewright._native", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_public_function_has_an_example() -> None:
    names = [(rw, name) for name in rw.__all__]
    if find_spec("ray"):
        names += [(rw.ray, name) for name in rw.ray.__all__]
    functions = [getattr(module, name) for module, name in names if inspect.isfunction(getattr(module, name))]
    finder = doctest.DocTestFinder(recurse=False)
    without = [
        function.__name__
        for function in functions
        if function.__name__ not in SHOWN_ELSEWHERE and not any(test.examples for test in finder.find(function))
    ]
    assert without == []


@pytest.mark.parametrize("name", ["", "._problem", "._stop", "._use_cases", ".gym", ".torch"])
def test_examples_run(name: str) -> None:
    needed = {".gym": "gymnasium", ".torch": "torch"}.get(name)
    if needed:
        pytest.importorskip(needed)
    module: ModuleType = import_module(f"routewright{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 0 and failed == 0


@pytest.mark.parametrize("name", ["_islands", "_sweep", "_train"])
def test_examples_on_a_cluster_run(name: str) -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, log_to_driver=False, logging_level="error")
    try:
        failed, tried = doctest.testmod(import_module(f"routewright.ray.{name}"))
    finally:
        ray.shutdown()
    assert tried > 0 and failed == 0
