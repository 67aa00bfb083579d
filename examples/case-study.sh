#!/usr/bin/env bash
# The case study of docs/case-study.md: imports Porto Alegre, scores today's network, designs and improves by every method, exports.
# Usage: examples/case-study.sh DATA OUT [SECONDS] [ITERATIONS] [SAMPLES]
# DATA holds poa_hexgrid.csv, poa_osm.pbf, poa_eptc.zip (buses) and poa_trensurb.zip (metro). Everything but `anneal` takes as long as it takes: with the published
# 400 iterations and 100 samples about two hours on two cores.
set -euo pipefail
data=${1:?name the folder with the data}
out=${2:?name a folder for the results}
seconds=${3:-180}
iterations=${4:-400}
samples=${5:-100}
# Status 1 says that a network breaks constraints, as today's does: it leaves pairs of nodes unserved.
routewright() { cargo run --release --quiet --manifest-path "$(dirname "$0")/../Cargo.toml" -- "$@" || [ $? -eq 1 ]; }

# Hexagons as they are, and taken together to some three hundred nodes for the methods that build routes from every path there is.
for city in city coarse; do
    merge=()
    [ "$city" = city ] || merge=(--merge-metres 500)
    routewright city import --zones "$data/poa_hexgrid.csv" --osm "$data/poa_osm.pbf" \
        --productions population --attractions jobs --gtfs "$data/poa_eptc.zip" --fixed-gtfs "$data/poa_trensurb.zip" \
        --pair-directions 0.5 "${merge[@]}" --out "$out/$city"
    today=(--fixed "$out/$city/fixed.json" --headways "$out/$city/headways.csv")
    routewright evaluate "$out/$city" "$out/$city/existing.json" "${today[@]}"
    for alpha in 0 0.5 0.75 1; do
        routewright design "$out/$city" --start "$out/$city/existing.json" "${today[@]}" \
            --alpha "$alpha" --seconds "$seconds" --out "$out/$city-anneal-alpha$alpha"
    done
done
routewright export "$out/city" "$out/city-anneal-alpha0.5/network.json" \
    --fixed "$out/city/fixed.json" --headways "$out/city/headways.csv" --gtfs "$out/proposed.zip"

for alpha in 0 0.5 1; do
    routewright design "$out/coarse" "${today[@]}" --method lc --samples "$samples" --cover-demand \
        --alpha "$alpha" --out "$out/coarse-lc-alpha$alpha"
    routewright design "$out/coarse" "${today[@]}" --method nea --start "$out/coarse-lc-alpha$alpha/network.json" \
        --iterations "$iterations" --cover-demand --alpha "$alpha" --out "$out/coarse-nea-alpha$alpha"
done
routewright design "$out/coarse" "${today[@]}" --method rc-ea --iterations "$iterations" --samples "$samples" --cover-demand \
    --alpha 1 --out "$out/coarse-rc-ea-alpha1"
