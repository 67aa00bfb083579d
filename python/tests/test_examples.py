"""Notebooks run from their first cell to their last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import outside

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

EXAMPLES = Path(__file__).parents[1] / "examples"
NEEDS = {"own_policy_with_pytorch": ["torch", "gymnasium"], "sweep_on_ray": ["ray"]}


@pytest.mark.parametrize("name", sorted(file.stem for file in EXAMPLES.glob("*.ipynb")))
def test_notebook(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in NEEDS.get(name, []):
        pytest.importorskip(module)
    if name == "a_real_city":
        monkeypatch.setenv("ROUTEWRIGHT_DATA", os.fspath(outside("cities/porto-alegre").parents[1]))
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    resources = {"metadata": {"path": os.fspath(EXAMPLES)}}
    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert shown and all(output["output_type"] != "error" for output in shown)
