#!/usr/bin/env bash
# The case study of docs/case-study.md: imports Porto Alegre with its real stops, judges today's network, plans lines and
# headways for today's fleet and for 85 % of it, compares the plans and exports them.
# Usage: examples/case-study.sh DATA OUT [SECONDS]
# DATA holds poa_hexgrid.csv, poa_osm.pbf, poa_eptc.zip (buses) and poa_trensurb.zip (metro). SECONDS is the time of each of the two
# searches: 300 by default.
set -euo pipefail
data=${1:?name the folder with the data}
out=${2:?name a folder for the results}
seconds=${3:-300}
city=$out/porto-alegre
routewright() { cargo run --release --quiet --manifest-path "$(dirname "$0")/../Cargo.toml" -- "$@"; }

# Half of all trips are taken to be made by bus or metro. Zones nearer than 500 m are merged, stops keep their places.
routewright city import --zones "$data/poa_hexgrid.csv" --osm "$data/poa_osm.pbf" \
    --productions population --attractions jobs --trips-per-production 0.5 --merge-metres 500 \
    --gtfs "$data/poa_eptc.zip" --fixed-gtfs "$data/poa_trensurb.zip" --out "$city"

# Status 1 says that vehicles are overloaded, as some are today.
routewright evaluate "$city" "$city/existing.json" --fixed "$city/fixed.json" || [ $? -eq 1 ]

for vehicles in today 407; do
    routewright design "$city" --vehicles "$vehicles" --start "$city/existing.json" --fixed "$city/fixed.json" \
        --seconds "$seconds" --out "$out/plan-$vehicles"
    routewright export "$city" "$out/plan-$vehicles" --fixed "$city/fixed.json" --gtfs "$out/plan-$vehicles.zip" \
        --periods 6:00-7:00=1.5,7:00-9:00=1,9:00-16:00=1.5,16:00-19:00=1,19:00-23:00=2
done
routewright compare "$city" "Same fleet=$out/plan-today" "85 % of the fleet=$out/plan-407" --out "$out/council"
