#!/usr/bin/env bash
# The case study of docs/case-study.md: imports Porto Alegre, scores today's network, and improves it at three alphas.
# Usage: examples/case-study.sh DATA OUT [SECONDS]
# DATA holds poa_hexgrid.csv, poa_osm.pbf, poa_eptc.zip (buses) and poa_trensurb.zip (metro).
set -euo pipefail
data=${1:?name the folder with the data}
out=${2:?name a folder for the results}
seconds=${3:-180}
routewright() { cargo run --release --quiet --manifest-path "$(dirname "$0")/../Cargo.toml" -- "$@"; }

routewright city import --zones "$data/poa_hexgrid.csv" --osm "$data/poa_osm.pbf" \
    --productions population --attractions jobs --gtfs "$data/poa_eptc.zip" --fixed-gtfs "$data/poa_trensurb.zip" \
    --pair-directions 0.5 --out "$out/city"
today=(--fixed "$out/city/fixed.json" --headways "$out/city/headways.csv")
routewright evaluate "$out/city" "$out/city/existing.json" "${today[@]}"
for alpha in 0 0.5 1; do
    routewright design "$out/city" --start "$out/city/existing.json" "${today[@]}" \
        --alpha "$alpha" --seconds "$seconds" --out "$out/anneal-alpha$alpha"
done
routewright export "$out/city" "$out/anneal-alpha0.5/network.json" "${today[@]}" --gtfs "$out/proposed.zip"
