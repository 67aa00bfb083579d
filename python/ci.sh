#!/usr/bin/env bash
# The Python package from nothing: a virtual environment, the package built and installed, linted, type-checked, tested.
# Usage: python/ci.sh [FOLDER]; the environment is made in FOLDER, by default target/python.
# ROUTEWRIGHT_WITH_TORCH=1 adds PyTorch, a download of gigabytes, and the tests that need it.
set -euo pipefail
cd "$(dirname "$0")"
folder=${1:-../target/python}
rm -rf "$folder"
python3 -m venv "$folder"
# The dependencies that `cargo test` compiled are used again; a release is made without this line.
export MATURIN_PEP517_ARGS=${MATURIN_PEP517_ARGS:---profile dev}
extras=gym,ray,test
if [ -n "${ROUTEWRIGHT_WITH_TORCH:-}" ]; then
  extras=$extras,torch
fi
"$folder/bin/pip" install --quiet --disable-pip-version-check ".[$extras]"
"$folder/bin/ruff" check .
"$folder/bin/ruff" format --check .
"$folder/bin/mypy"
"$folder/bin/python" -m pytest
